import type { Page } from 'playwright'

const LONG_WAIT_MS = 61_000
/** Less than the page's timeout for a response, which uses real time. */
const PATIENCE_MS = 5_000
/** The page reopens its event stream after a shorter silence than this. */
const SILENCE_MS = 51_000
const STEP_MS = 100
const STEPS_MAX = 50

/** Clicks the pay button. Like all actions here, it finds controls by name and kind, so that it works in every language. */
async function submitPayment(page: Page): Promise<void> {
  // A click by coordinates may hit a frame whose position is stale after scrolling.
  await page.locator('form [type=submit]').dispatchEvent('click')
}

/** Submits while card is chosen, and waits until its frame reports the missing fields. */
export async function submitIncomplete(page: Page): Promise<void> {
  await submitPayment(page)
  await page.locator('.summary-of-errors:not(:empty)').waitFor()
}

async function payByPix(page: Page): Promise<void> {
  await page.locator('[type=radio][value=pix]').check()
  await page.locator('#email').fill('ana@example.com')
  await submitPayment(page)
}

/** Pays by Pix, and waits for the result. */
export async function payByPixUntil(page: Page, selector: string): Promise<void> {
  await payByPix(page)
  await runUntil(page, selector)
}

/** Pays by Pix, and waits until the next screen is loading. */
export async function payByPixAndWait(page: Page): Promise<void> {
  // The loading element is in the document before its delayed display.
  await payByPixUntil(page, 'main:has(.loading)')
  await page.locator('.loading').waitFor()
}

/** Types into the fields of the card frame, key by key, and leaves each field. */
export async function typeCard(page: Page, card: Readonly<Record<string, string>>): Promise<void> {
  const frame = page.frameLocator('.card-frame iframe')
  for (const [field, text] of Object.entries(card)) {
    const input = frame.locator(`#card-${field}`)
    await input.pressSequentially(text)
    await input.blur()
  }
}

export async function choose(page: Page, method: 'pix' | 'boleto'): Promise<void> {
  await page.locator(`[type=radio][value=${method}]`).check()
}

export async function chooseInstallments(page: Page, count: number): Promise<void> {
  await open(page, '.plans')
  await page.locator(`.plan:has([value="${count}"])`).click()
}

export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.locator('output.banner').waitFor()
}

export async function waitLong(page: Page): Promise<void> {
  for (let waitedMs = 0; waitedMs < LONG_WAIT_MS; waitedMs += PATIENCE_MS)
    await page.clock.runFor(PATIENCE_MS)
  await page.locator('output.banner').waitFor({ state: 'detached' })
}

export async function loseServer(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(SILENCE_MS)
  await runUntil(page, 'output.banner')
}

/** Runs the page's frozen clock until the selector matches. */
async function runUntil(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await page.locator(selector).isVisible()) return
    await page.clock.runFor(STEP_MS)
  }
  throw new Error(`${selector} does not appear`)
}

/** Opens a collapsed part of the page. */
export async function open(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((details) => details.setAttribute('open', ''))
}
