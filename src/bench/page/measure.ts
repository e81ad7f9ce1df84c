import { chromium } from 'playwright'
import { pageSize } from '../../build/page-size.ts'
import { CHROMIUM } from '../../testing/chromium.ts'
import { median } from '../statistics.ts'
import { openPages } from './open-pages.ts'
import { visitPage, type PageVisit } from './visit-page.ts'

/** One figure against the budget of the page. */
export interface Finding {
  title: string
  measured: string
  budget: string
  met: boolean
}

const RATIO_PAINT_MAX = 1.25
const RATIO_INTERACTIVE_MAX = 2
const LONG_TASK_MS_MAX = 200
const HTML_BYTES_MAX = 14 * 1024

/** Visits both pages in turn, so that whatever else the machine does meets both alike. */
export async function measurePages(rounds: number): Promise<Finding[]> {
  const pages = await openPages()
  const browser = await chromium.launch(CHROMIUM)
  try {
    await visitPage(browser, pages.ours, { isAlive: true })
    const ours: PageVisit[] = []
    const limit: PageVisit[] = []
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}\n`)
      ours.push(await visitPage(browser, pages.ours, { isAlive: true }))
      limit.push(await visitPage(browser, pages.static, { isAlive: false }))
    }
    return [...judgeVisits(ours, limit), ...(await judgeSizes(pages.htmlBytes))]
  } finally {
    await browser.close()
    await pages.close()
  }
}

function judgeVisits(ours: readonly PageVisit[], limit: readonly PageVisit[]): Finding[] {
  const of = (visits: readonly PageVisit[], read: (visit: PageVisit) => number) =>
    median(visits.map(read))
  const limitMs = of(limit, (visit) => visit.largestPaintMs)
  const ratio = (title: string, max: number, read: (visit: PageVisit) => number): Finding => {
    const ms = of(ours, read)
    const measured = `${(ms / limitMs).toFixed(2)} (${ms.toFixed(0)} ms to ${limitMs.toFixed(0)} ms)`
    return { title, measured, budget: `≤ ${max}`, met: ms / limitMs <= max }
  }
  const most = (title: string, max: number, read: (visit: PageVisit) => number): Finding => {
    const value = of(ours, read)
    const measured = Number.isInteger(value) ? String(value) : value.toFixed(3)
    return { title, measured, budget: `≤ ${max}`, met: value <= max }
  }
  const kept = ours.filter(({ keepsTyping }) => keepsTyping).length
  return [
    ratio('largest paint, to the static page', RATIO_PAINT_MAX, (visit) => visit.largestPaintMs),
    ratio(
      'presses are handled, to its largest paint',
      RATIO_INTERACTIVE_MAX,
      (visit) => visit.interactiveMs ?? Number.NaN,
    ),
    {
      title: 'a key typed at first paint is kept',
      measured: `${kept} of ${ours.length}`,
      budget: 'always',
      met: kept === ours.length,
    },
    most('layout shift', 0, (visit) => visit.layoutShift),
    most('longest task, ms', LONG_TASK_MS_MAX, (visit) => visit.longestTaskMs),
    most('requests before paint', 1, (visit) => visit.requestsBeforePaint),
    most('requests to anybody else', 0, (visit) => visit.thirdPartyRequests),
  ]
}

async function judgeSizes(htmlBytes: number): Promise<Finding[]> {
  const { scriptBytes, scriptBytesMax, styleBytes, styleBytesMax } = await pageSize('sandbox')
  return [
    bytes('script', scriptBytes, scriptBytesMax),
    bytes('style', styleBytes, styleBytesMax),
    bytes('HTML, styles and data in it', htmlBytes, HTML_BYTES_MAX),
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
