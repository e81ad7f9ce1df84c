import type { Browser, BrowserContext, Page } from 'playwright'
import type { Environment } from '#contract/environment.ts'
import type { ReplayEarlyPress } from '#page/web/early.ts'
import { NOW } from './states/checkouts.ts'
import type { GalleryState } from './states/state.ts'

const HEIGHT = 740
const NETWORK_FAILURE = /^Failed to load resource|net::ERR_/

export interface Visit {
  page: Page
  /** Errors and warnings on the console. */
  complaints: readonly string[]
  close(): Promise<void>
}

declare global {
  interface Window {
    galleryViolations: string[]
    galleryIsAlive: boolean
  }
}

/** Opens a state in a browser with a frozen clock, up to the moment to picture. */
export async function visitState(
  browser: Browser,
  state: GalleryState,
  url: string,
  { language, environment }: { language: string; environment: Environment },
  width: number,
): Promise<Visit> {
  const context = await openContext(browser, state, width)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints = listen(page, state)
  try {
    if (state.document === undefined) await openPage(page, state, url)
    else await page.setContent(await state.document(language, environment))
    await state.act?.(page)
    return { page, complaints, close: () => context.close() }
  } catch (error) {
    await context.close()
    throw error
  }
}

async function openPage(page: Page, state: GalleryState, url: string): Promise<void> {
  if (state.withheld !== undefined) await page.route(state.withheld, () => undefined)
  await page.goto(url, { waitUntil: state.script === false ? 'load' : 'commit' })
  if (state.script === false) return
  await page.waitForFunction(() => window.galleryIsAlive)
  // The placeholder disappears once the card frame is drawn, which browsers put off while it is outside of the window.
  const empty = page.locator('.card-frame .empty')
  if (await empty.isVisible()) {
    await page.locator('.card-frame').evaluate((frame) => frame.scrollIntoView())
    await empty.waitFor({ state: 'hidden' })
    await page.evaluate(() => scrollTo(0, 0))
  }
}

async function openContext(
  browser: Browser,
  { script }: GalleryState,
  width: number,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    reducedMotion: 'reduce',
    javaScriptEnabled: script !== false,
    timezoneId: 'America/Sao_Paulo',
  })
  await context.clock.install({ time: NOW })
  await context.clock.pauseAt(NOW)
  await context.addInitScript(watchPage)
  return context
}

/** Runs before the page's scripts. The page is hydrated once it replays early clicks in the whole document, not just the form. */
function watchPage() {
  window.galleryViolations = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.galleryViolations.push(`${violatedDirective} refuses ${blockedURI}`),
  )
  let release: ReplayEarlyPress | undefined
  Object.defineProperty(window, 'replayEarlyPress', {
    configurable: true,
    set: (given: ReplayEarlyPress) => {
      release = given
    },
    get: () => (within: HTMLFormElement | Document) => {
      release?.(within)
      if (within === document) window.galleryIsAlive = true
    },
  })
}

function listen(page: Page, { failing }: GalleryState): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (failing && NETWORK_FAILURE.test(message.text())) return
    complaints.push(`console: ${message.text()}`)
  })
  return complaints
}
