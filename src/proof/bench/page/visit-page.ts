import type { Browser, CDPSession, Frame, Page } from 'playwright'
import { type DocumentWatch, watchDocument } from './watch-document.ts'

/** A visit that types a key in each of two fields as soon as the field appears. */
export interface TypingVisit extends Omit<DocumentWatch, 'handledMs'> {
  /** The document, and the requests that its first paint waits for. */
  requestsBeforePaint: number
  /** The card frame's document and its requests; 0 without a frame. */
  requestsOfFrame: number
  thirdPartyRequests: number
  /** Whether early input on the page and in the frame survives hydration. */
  keepsTyping: boolean
}

/** A visit that clicks the pay button at first paint. */
export interface PressingVisit {
  handledMs: number
  /** The page responds with its validation errors. */
  isAnswered: boolean
}

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWDOWN = 4
const SETTLE_MS = 700
const EMAIL = '#email'
const CARD_NUMBER = '#card-number'
const PAY = 'form button[type=submit]'
/** Removed once the page is hydrated and connected to its frame. */
const PICTURE_OF_FIELDS = '.card-frame > .empty'
const TYPED = '4'

/** A cold visit on a slow network with a slow CPU. */
export async function visitTyping(browser: Browser, url: string): Promise<TypingVisit> {
  return visit(browser, url, async (page) => {
    await page.locator(EMAIL).pressSequentially(TYPED)
    const withCard = await frameOfCard(page)
    await withCard.waitForFunction(() => window.documentWatch?.cardFieldMs > 0)
    await withCard.locator(CARD_NUMBER).pressSequentially(TYPED)
    await page.locator(PICTURE_OF_FIELDS).waitFor({ state: 'detached' })
    await page.waitForTimeout(SETTLE_MS)
    return typingOf(page, withCard)
  })
}

/** The same, with a click on the button. */
export async function visitPressing(browser: Browser, url: string): Promise<PressingVisit> {
  return visit(browser, url, async (page) => {
    await page.locator(PAY).click({ force: true })
    await page.waitForFunction(() => window.documentWatch.handledMs > 0)
    const { handledMs } = await page.evaluate(() => window.documentWatch)
    const answer = page.locator('form [role=alert]:not(:empty)').waitFor()
    return {
      handledMs,
      isAnswered: await answer.then(
        () => true,
        () => false,
      ),
    }
  })
}

async function visit<Seen>(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(watchDocument)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.documentWatch?.firstPaintMs > 0)
    return await act(page)
  } finally {
    await context.close()
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** The document with the card's fields: the frame, or the page itself. */
async function frameOfCard(page: Page): Promise<Frame> {
  const field = page.locator(`iframe, ${CARD_NUMBER}`).first()
  const element = await field.elementHandle()
  return (await element?.contentFrame()) ?? page.mainFrame()
}

async function typingOf(page: Page, withCard: Frame): Promise<TypingVisit> {
  const typed = [
    await page.locator(EMAIL).inputValue(),
    await withCard.locator(CARD_NUMBER).inputValue(),
  ]
  const main = await seenIn(page.mainFrame())
  const card = withCard === page.mainFrame() ? null : await seenIn(withCard)
  const origins = [main, card].map((seen) => seen?.origin)
  const fetched = [...main.fetched, ...(card?.fetched ?? [])]
  return {
    ...main.watch,
    ...(card !== null && {
      cardFieldMs: card.startedMs - main.startedMs + card.watch.cardFieldMs,
      longestTaskMs: Math.max(main.watch.longestTaskMs, card.watch.longestTaskMs),
    }),
    // Plus the document itself.
    requestsBeforePaint: 1 + main.fetched.filter(({ isBlocking }) => isBlocking).length,
    requestsOfFrame: card === null ? 0 : 1 + card.fetched.length,
    thirdPartyRequests: fetched.filter((one) => !origins.includes(new URL(one.url).origin)).length,
    keepsTyping: typed.every((text) => text === TYPED),
  }
}

async function seenIn(frame: Frame) {
  return frame.evaluate(() => ({
    watch: window.documentWatch,
    origin: location.origin,
    startedMs: performance.timeOrigin,
    fetched: performance.getEntriesByType('resource').map((entry) => ({
      url: entry.name,
      isBlocking: 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
    })),
  }))
}
