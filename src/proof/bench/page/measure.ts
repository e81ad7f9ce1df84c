import { chromium } from 'playwright'
import { pageSize } from '../../../page/build/page-size.ts'
import { CHROMIUM } from '../../testing/chromium.ts'
import { median } from '../statistics.ts'
import { openPages } from './open-pages.ts'
import { type PressingVisit, type TypingVisit, visitPressing, visitTyping } from './visit-page.ts'

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
const LONG_TASK_MS_MAX = 200
const HTML_BYTES_MAX = 14 * 1024

/** As on phones, where a same-site frame shares the page's process and slows it down. */
const ONE_PROCESS = '--disable-site-isolation-trials'

/** Visits both pages alternately, so that other load on the machine affects both alike. */
export async function measurePages(rounds: number): Promise<Finding[]> {
  const pages = await openPages()
  const browser = await chromium.launch({
    ...CHROMIUM,
    args: [...(CHROMIUM.args ?? []), ONE_PROCESS],
  })
  try {
    await visitTyping(browser, pages.ours)
    const seen: Visits = { ours: [], limit: [], pressing: [] }
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}\n`)
      seen.ours.push(await visitTyping(browser, pages.ours))
      seen.limit.push(await visitTyping(browser, pages.static))
      seen.pressing.push(await visitPressing(browser, pages.ours))
    }
    return [...judgeTimes(seen), ...judgeWork(seen), ...(await judgeSizes(pages.htmlBytes))]
  } finally {
    await browser.close()
    await pages.close()
  }
}

interface Visits {
  ours: TypingVisit[]
  limit: TypingVisit[]
  pressing: PressingVisit[]
}

function judgeTimes({ ours, limit, pressing }: Visits): Finding[] {
  const limitMs = median(limit.map(({ largestPaintMs }) => largestPaintMs))
  const ratio = (title: string, max: number, times: number[]): Finding => {
    const ms = median(times)
    const measured = `${(ms / limitMs).toFixed(2)} (${ms.toFixed(0)} ms to ${limitMs.toFixed(0)} ms)`
    return { title, measured, budget: `≤ ${max}`, met: ms / limitMs <= max }
  }
  return [
    ratio(
      'largest paint, to that of the static page',
      RATIO_PAINT_MAX,
      ours.map(({ largestPaintMs }) => largestPaintMs),
    ),
    ratio(
      "the number's field in the frame takes a key, to the same",
      RATIO_CARD_FIELD_MAX,
      ours.map(({ cardFieldMs }) => cardFieldMs),
    ),
    ratio(
      'a press of the button is taken, to the same',
      RATIO_INTERACTIVE_MAX,
      pressing.map(({ handledMs }) => handledMs),
    ),
  ]
}

function judgeWork({ ours, pressing }: Visits): Finding[] {
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
  const of = (read: (visit: TypingVisit) => number) => ours.map(read)
  return [
    always(
      'early keys are kept, on the page and in the frame',
      ours.map(({ keepsTyping }) => keepsTyping),
    ),
    always(
      'an early press is answered',
      pressing.map(({ isAnswered }) => isAnswered),
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

async function judgeSizes(htmlBytes: number): Promise<Finding[]> {
  const size = await pageSize('sandbox')
  return [
    bytes('script', size.scriptBytes, size.scriptBytesMax),
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
