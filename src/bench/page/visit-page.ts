import type { Browser, CDPSession, Page } from 'playwright'

export interface PageVisit {
  firstPaintMs: number
  largestPaintMs: number
  /** When presses are handled; a static page has none. */
  interactiveMs: number | null
  layoutShift: number
  longestTaskMs: number
  requestsBeforePaint: number
  thirdPartyRequests: number
  /** What was typed at first paint is still in the field when the page is alive. */
  keepsTyping: boolean
}

interface Watch {
  firstPaintMs: number
  largestPaintMs: number
  aliveMs: number | null
  layoutShift: number
  longestTaskMs: number
}

declare global {
  interface Window {
    pageWatch: Watch
  }
}

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWDOWN = 4
const SETTLE_MS = 700
const FIRST_OWN_FIELD = '#email'
const TYPED = '4'

/** One cold visit on a slow line with a slow processor. A key is pressed as soon as anything is painted. */
export async function visitPage(
  browser: Browser,
  url: string,
  { isAlive }: { isAlive: boolean },
): Promise<PageVisit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(watchPage)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.pageWatch?.firstPaintMs > 0)
    await page.locator(FIRST_OWN_FIELD).pressSequentially(TYPED)
    if (isAlive) await page.waitForFunction(() => window.pageWatch.aliveMs !== null)
    await page.waitForTimeout(SETTLE_MS)
    return await visitOf(page, url)
  } finally {
    await context.close()
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

async function visitOf(page: Page, url: string): Promise<PageVisit> {
  const keepsTyping = (await page.locator(FIRST_OWN_FIELD).inputValue()) === TYPED
  const { watch, frames, fetched } = await page.evaluate(() => ({
    watch: window.pageWatch,
    frames: [...document.querySelectorAll('iframe')].map(({ src }) => src),
    fetched: performance.getEntriesByType('resource').map((entry) => ({
      url: entry.name,
      endMs: (entry as PerformanceResourceTiming).responseEnd,
    })),
  }))
  const { aliveMs, ...measured } = watch
  const ours = [url, ...frames].map((address) => new URL(address).origin)
  const awaited = fetched.filter(({ endMs }) => endMs > 0 && endMs <= watch.firstPaintMs)
  return {
    ...measured,
    interactiveMs: aliveMs,
    // The document itself is one.
    requestsBeforePaint: 1 + awaited.length,
    thirdPartyRequests: fetched.filter((one) => !ours.includes(new URL(one.url).origin)).length,
    keepsTyping,
  }
}

/** Runs before the page. It is alive once it releases the press that may have come before. */
function watchPage() {
  const watch: Watch = {
    firstPaintMs: 0,
    largestPaintMs: 0,
    aliveMs: null,
    layoutShift: 0,
    longestTaskMs: 0,
  }
  window.pageWatch = watch
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') watch.firstPaintMs = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => (watch.largestPaintMs = startTime))
  observe('longtask', ({ duration }) => {
    watch.longestTaskMs = Math.max(watch.longestTaskMs, duration)
  })
  observe('layout-shift', (entry) => {
    watch.layoutShift += (entry as PerformanceEntry & { value: number }).value
  })
  let release: (() => void) | undefined
  Object.defineProperty(window, 'releaseEarlyPress', {
    configurable: true,
    set: (given: () => void) => {
      release = given
    },
    get: () => () => {
      release?.()
      watch.aliveMs ??= performance.now()
    },
  })
}
