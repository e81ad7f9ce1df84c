import type { Browser, CDPSession, Frame, Page } from 'playwright'
import { typeCard } from '../../gallery/states/acts.ts'
import { type DocumentWatch, watchDocument } from './watch-document.ts'

/** A browser, which emulates the slow line itself unless it is behind one. */
export interface Visitor {
  browser: Browser
  emulatesLine: boolean
}

/** A visit that only looks. */
export interface LookingVisit extends Omit<DocumentWatch, 'handledMs' | 'answeredMs'> {
  /** The document, and the requests that its first paint waits for. */
  requestsBeforePaint: number
  /** The card frame's document and its requests; 0 without a frame. */
  requestsOfFrame: number
  thirdPartyRequests: number
}

/** A visit that types a key in each of two fields as soon as the field appears. */
export interface TypingVisit {
  /** Whether early input on the page and in the frame survives hydration. */
  keepsTyping: boolean
}

/** A visit that clicks the pay button at first paint. */
export type PressingVisit = Pick<DocumentWatch, 'handledMs' | 'answeredMs'>

/** A visit that fills the form for Pix and clicks the pay button at first paint. */
export interface PayingVisit {
  /** When the payment request left the browser. */
  sentMs: number
  /** The request has the typed values and an idempotency key, and the server takes it. */
  isPaid: boolean
}

export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWDOWN = 4
const SETTLE_MS = 1_000
const POLL_MS = 20
const EMAIL = '#email'
const CARD_NUMBER = '#card-number'
const PAY = 'form button[type=submit]'
/** The placeholder of the card's fields. It is removed once the page is hydrated and connected to its frame. */
const PICTURE_OF_FIELDS = '.card-frame > .empty'
const TYPED = '4'
const TYPED_EMAIL = 'ana@example.com'
const TYPED_CARD = { number: '4111111111111111', expiry: '1234', code: '123', name: 'ANA SOUZA' }
/** When the request of the payment started. */
const SENT_MS = `performance.getEntriesByType('resource').find(({ name }) => name.includes('/payments'))?.startTime`
const ANSWER_MAX_MS = 30_000

/** Visits with an empty cache, a slow network and a slow CPU. In the page runs only its own code and the injected watch. */
export async function visitLooking(visitor: Visitor, url: string): Promise<LookingVisit> {
  return visit(visitor, url, look)
}

/** Visits in the same way, and chooses the card at first paint. */
export async function visitChoosing(visitor: Visitor, url: string): Promise<LookingVisit> {
  return visit(visitor, url, async (page, ask) => {
    await ask(`document.querySelector('#method-card').click() ?? true`)
    return look(page, ask)
  })
}

async function look(page: Page, ask: Ask): Promise<LookingVisit> {
  await ask(`document.readyState === 'complete' && !document.querySelector('${PICTURE_OF_FIELDS}')`)
  await page.waitForTimeout(SETTLE_MS)
  return seenOf(page)
}

/** Visits in the same way, and types one key each into two fields before hydration. */
export async function visitTyping(visitor: Visitor, url: string): Promise<TypingVisit> {
  return visit(visitor, url, async (page) => {
    await page.locator(EMAIL).pressSequentially(TYPED)
    const withCard = await frameOfCard(page)
    await withCard.waitForFunction(() => window.documentWatch?.cardFieldMs > 0)
    await withCard.locator(CARD_NUMBER).pressSequentially(TYPED)
    await page.locator(PICTURE_OF_FIELDS).waitFor({ state: 'detached' })
    await page.waitForTimeout(SETTLE_MS)
    const typed = [
      await page.locator(EMAIL).inputValue(),
      await withCard.locator(CARD_NUMBER).inputValue(),
    ]
    return { keepsTyping: typed.every((text) => text === TYPED) }
  })
}

/** Visits in the same way, and clicks the pay button with an empty form. */
export async function visitPressing(visitor: Visitor, url: string): Promise<PressingVisit> {
  return visit(visitor, url, async (_, ask) => {
    await ask(`document.querySelector('${PAY}').click() ?? true`)
    const handledMs = await ask('documentWatch.handledMs')
    return { handledMs, answeredMs: await ask('documentWatch.answeredMs') }
  })
}

/** Visits in the same way, completes the form, and clicks the pay button. */
export async function visitPaying(visitor: Visitor, url: string): Promise<PayingVisit> {
  return visit(visitor, url, async (page, ask) => {
    const request = page.waitForRequest(/\/payments/, { timeout: ANSWER_MAX_MS })
    await ask(`(document.querySelector('#method-pix').checked = true,
      document.querySelector('${EMAIL}').value = '${TYPED_EMAIL}',
      document.querySelector('${PAY}').click(), true)`)
    const sent = await request
    const [{ method, customer }, headers] = [sent.postDataJSON(), sent.headers()]
    const isRight =
      method === 'pix' && customer.email === TYPED_EMAIL && 'idempotency-key' in headers
    const sentMs = await ask(SENT_MS)
    const answer = await sent.response()
    return { sentMs, isPaid: isRight && answer?.status() === 200 }
  })
}

/** Visits in the same way, types a card into the frame, and clicks the pay button: the time from the click to the payment, in ms. */
export async function visitSealing(visitor: Visitor, url: string): Promise<number> {
  return visit(visitor, url, async (page, ask) => {
    await page.locator(PICTURE_OF_FIELDS).waitFor({ state: 'detached' })
    await page.locator(EMAIL).fill(TYPED_EMAIL)
    await typeCard(page, TYPED_CARD)
    const answer = page.waitForResponse(/\/payments/, { timeout: ANSWER_MAX_MS })
    const clickedMs = await ask(`(document.querySelector('${PAY}').click(), performance.now())`)
    const { method } = (await answer).request().postDataJSON()
    if (method !== 'card') throw new Error('the card was not paid with')
    const sentMs = await ask(SENT_MS)
    return sentMs - clickedMs
  })
}

/** Evaluates an expression in the page until it is true, without Playwright's own script in the page. */
type Ask = (expression: string) => Promise<number>

async function visit<Seen>(
  { browser, emulatesLine }: Visitor,
  url: string,
  act: (page: Page, ask: Ask) => Promise<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await slowDown(devtools, emulatesLine)
    await page.addInitScript(watchDocument)
    await page.goto(url, { waitUntil: 'commit' })
    const ask: Ask = async (expression) => {
      for (const endMs = Date.now() + ANSWER_MAX_MS; Date.now() < endMs;) {
        const { result } = await devtools.send('Runtime.evaluate', { expression })
        if (result.subtype !== 'error' && result.value) return Number(result.value)
        await page.waitForTimeout(POLL_MS)
      }
      throw new Error(`never true: ${expression}`)
    }
    await ask('documentWatch.firstPaintMs')
    return await act(page, ask)
  } finally {
    await context.close()
  }
}

async function slowDown(devtools: CDPSession, emulatesLine: boolean): Promise<void> {
  await devtools.send('Network.enable')
  if (emulatesLine) await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** The document with the card's fields: the frame, or the page itself. */
async function frameOfCard(page: Page): Promise<Frame> {
  const field = page.locator(`iframe, ${CARD_NUMBER}`).first()
  const element = await field.elementHandle()
  return (await element?.contentFrame()) ?? page.mainFrame()
}

async function seenOf(page: Page): Promise<LookingVisit> {
  const withCard = await frameOfCard(page)
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
  }
}

async function seenIn(frame: Frame) {
  return frame.evaluate(() => ({
    watch: { ...window.documentWatch },
    origin: location.origin,
    startedMs: performance.timeOrigin,
    fetched: performance.getEntriesByType('resource').map((entry) => ({
      url: entry.name,
      isBlocking: 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
    })),
  }))
}
