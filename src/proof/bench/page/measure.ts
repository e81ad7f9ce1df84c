import { chromium } from 'playwright'
import { pageSize } from '#page/build/page-size.ts'
import { CHROMIUM } from '../../testing/chromium.ts'
import { median } from '../statistics.ts'
import { openPages, type ServedPages } from './open-pages.ts'
import { type Line, openSlowLine } from './slow-line.ts'
import {
  type LookingVisit,
  type PayingVisit,
  type PressingVisit,
  SLOW_4G,
  type TypingVisit,
  type Visitor,
  visitChoosing,
  visitLooking,
  visitPaying,
  visitPressing,
  visitSealing,
  visitTyping,
} from './visit-page.ts'

/** A measurement against the page's budget. */
export interface Finding {
  title: string
  measured: string
  budget: string
  met: boolean
}

const RATIO_PAINT_MAX = 1.25
const RATIO_CARD_FIELD_MAX = 1.6
const RATIO_INTERACTIVE_MAX = 2
const RATIO_ANSWERED_MAX = 3
const RATIO_SEALING_MAX = 1.05
const LONG_TASK_MS_MAX = 200
const HTML_BYTES_MAX = 14 * 1024

/** Runs a same-site frame in the page's process, as on phones, where it slows the page down. */
const ONE_PROCESS = '--disable-site-isolation-trials'

const SLOW_LINE: Line = {
  roundTripMs: SLOW_4G.latency,
  bytesPerSecond: SLOW_4G.downloadThroughput,
  roundTripsToConnect: 2,
}
/** Without this rule Chromium bypasses its proxy for loopback. */
const LOOPBACK_TOO = '<-loopback>'

/** What was measured of one build. */
export interface MeasuredBuild {
  /** The folder of the build. */
  directory: string
  findings: Finding[]
}

/** Visits the pages of all builds and the static one in turn, so that other load on the machine affects all alike. */
export async function measurePages(
  rounds: number,
  directories: readonly string[],
  throughProxy: boolean,
): Promise<MeasuredBuild[]> {
  const builds = []
  for (const directory of directories)
    builds.push({ directory, pages: await openPages(directory), seen: noVisits() })
  const [first] = builds
  if (first === undefined) throw new Error('no build to measure')
  const line = throughProxy ? await openSlowLine(SLOW_LINE) : null
  const browser = await chromium.launch({
    ...CHROMIUM,
    args: [...(CHROMIUM.args ?? []), ONE_PROCESS],
    ...(line && { proxy: { server: line.server, bypass: LOOPBACK_TOO } }),
  })
  const visitor: Visitor = { browser, emulatesLine: line === null }
  try {
    const limit: LookingVisit[] = []
    for (const { pages } of builds) await visitLooking(visitor, pages.ours)
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}\n`)
      limit.push(await visitLooking(visitor, first.pages.static))
      for (const { pages, seen } of builds) await visitOurs(visitor, pages, seen)
    }
    const limits = limit.map(({ largestPaintMs }) => largestPaintMs)
    const measured: MeasuredBuild[] = []
    for (const { directory, pages, seen } of builds) {
      const sizes = await judgeSizes(directory, pages.htmlBytes)
      const findings = [...judgeTimes(seen, limits), ...judgeWork(seen), ...sizes]
      measured.push({ directory, findings })
    }
    return measured
  } finally {
    await browser.close()
    line?.close()
    await Promise.all(builds.map(({ pages }) => pages.close()))
  }
}

interface Visits {
  looking: LookingVisit[]
  /** With the card second, chosen at first paint. */
  choosing: LookingVisit[]
  typing: TypingVisit[]
  pressing: PressingVisit[]
  paying: PayingVisit[]
  /** Milliseconds from the click to the payment. */
  sealing: { own: number[]; adyen: number[] }
}

function noVisits(): Visits {
  return {
    looking: [],
    choosing: [],
    typing: [],
    pressing: [],
    paying: [],
    sealing: { own: [], adyen: [] },
  }
}

async function visitOurs(
  visitor: Visitor,
  { ours, cardSecond, sealing }: ServedPages,
  seen: Visits,
): Promise<void> {
  seen.looking.push(await visitLooking(visitor, ours))
  seen.choosing.push(await visitChoosing(visitor, cardSecond))
  seen.pressing.push(await visitPressing(visitor, ours))
  seen.paying.push(await visitPaying(visitor, ours))
  seen.typing.push(await visitTyping(visitor, ours))
  for (const way of inTurn(seen.sealing.own.length))
    seen.sealing[way].push(await visitSealing(visitor, sealing[way]))
}

/** The two ways of sealing, each first in every second round. */
function inTurn(round: number): ('own' | 'adyen')[] {
  return round % 2 === 0 ? ['own', 'adyen'] : ['adyen', 'own']
}

function judgeTimes(
  { looking, choosing, pressing, paying, sealing }: Visits,
  staticPage: number[],
): Finding[] {
  const ratio = (title: string, max: number, times: number[], limits = staticPage): Finding => {
    const limitMs = median(limits)
    const ms = median(times)
    const least = (Math.min(...times) / Math.min(...limits)).toFixed(2)
    const measured = `${(ms / limitMs).toFixed(2)} (${ms.toFixed(0)} ms to ${limitMs.toFixed(0)} ms), least ${least}`
    return { title, measured, budget: `≤ ${max}`, met: ms / limitMs <= max }
  }
  return [
    ratio(
      'largest paint, to that of the static page',
      RATIO_PAINT_MAX,
      looking.map(({ largestPaintMs }) => largestPaintMs),
    ),
    ratio(
      "the number's field in the frame takes a key, to the same",
      RATIO_CARD_FIELD_MAX,
      looking.map(({ cardFieldMs }) => cardFieldMs),
    ),
    ratio(
      'the same, with the card second and chosen at first paint',
      RATIO_CARD_FIELD_MAX,
      choosing.map(({ cardFieldMs }) => cardFieldMs),
    ),
    ratio(
      'a press of the button is taken, to the same',
      RATIO_INTERACTIVE_MAX,
      pressing.map(({ handledMs }) => handledMs),
    ),
    ratio(
      'the wrong fields of an early press are shown, to the same',
      RATIO_ANSWERED_MAX,
      pressing.map(({ answeredMs }) => answeredMs),
    ),
    ratio(
      'the payment of an early press leaves, to the same',
      RATIO_INTERACTIVE_MAX,
      paying.map(({ sentMs }) => sentMs),
    ),
    ratio(
      "a card sealed for Adyen leaves after its press, to one sealed in the checkout's own way",
      RATIO_SEALING_MAX,
      sealing.adyen,
      sealing.own,
    ),
  ]
}

function judgeWork({ looking, typing, paying }: Visits): Finding[] {
  const most = (title: string, max: number, values: number[]): Finding => {
    const value = median(values)
    const measured = Number.isInteger(value) ? String(value) : value.toFixed(3)
    return { title, measured, budget: `≤ ${max}`, met: value <= max }
  }
  const always = (title: string, seen: boolean[]): Finding => ({
    title,
    measured: `${seen.filter(Boolean).length} of ${seen.length}`,
    budget: 'always',
    met: seen.every(Boolean),
  })
  const of = (read: (visit: LookingVisit) => number) => looking.map(read)
  return [
    always(
      'early keys are kept, on the page and in the frame',
      typing.map(({ keepsTyping }) => keepsTyping),
    ),
    always(
      'an early press of a complete form pays',
      paying.map(({ isPaid }) => isPaid),
    ),
    most(
      'layout shift',
      0,
      of(({ layoutShift }) => layoutShift),
    ),
    most(
      'longest task, ms',
      LONG_TASK_MS_MAX,
      of(({ longestTaskMs }) => longestTaskMs),
    ),
    most(
      'requests that the first paint waits for',
      1,
      of((visit) => visit.requestsBeforePaint),
    ),
    most(
      "requests of the card's frame",
      1,
      of((visit) => visit.requestsOfFrame),
    ),
    most(
      'requests to anybody else',
      0,
      of((visit) => visit.thirdPartyRequests),
    ),
  ]
}

async function judgeSizes(directory: string, htmlBytes: number): Promise<Finding[]> {
  const size = await pageSize('sandbox', directory)
  return [
    bytes('script', size.scriptBytes, size.scriptBytesMax),
    bytes('the view, which hydrates the page', size.viewBytes, size.viewBytesMax),
    bytes('style', size.styleBytes, size.styleBytesMax),
    bytes('HTML, styles and data in it', htmlBytes, HTML_BYTES_MAX),
    bytes("the card's frame", size.frameBytes, size.frameBytesMax),
  ]
}

function bytes(title: string, measured: number, max: number): Finding {
  return {
    title: `${title}, KB in brotli`,
    measured: (measured / 1024).toFixed(1),
    budget: `≤ ${max / 1024}`,
    met: measured <= max,
  }
}
