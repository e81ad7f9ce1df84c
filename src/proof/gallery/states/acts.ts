import type { Page } from 'playwright'

const LONG_WAIT_MS = 61_000
/** Less than the page grants an answer, which takes real time. */
const PATIENCE_MS = 5_000
/** The page asks this often although a stream tells it. */
const POLL_MS = 31_000
const STEP_MS = 100
const STEPS_MAX = 50

/** What shoppers do, told in no language: by the names of controls and by their kinds. */
async function pressPay(page: Page): Promise<void> {
  // A click by place may meet a frame where it stood before the page was scrolled.
  await page.locator('form [type=submit]').dispatchEvent('click')
}

/** With the card chosen: its fields are told by their frame. */
export async function pressPayTooEarly(page: Page): Promise<void> {
  await pressPay(page)
  await page.locator('.summary-of-errors:not(:empty)').waitFor()
}

export async function payByPix(page: Page): Promise<void> {
  await page.locator('[type=radio][value=pix]').check()
  await page.locator('#email').fill('ana@example.com')
  await pressPay(page)
}

/** Until the press has come to something. */
export async function payByPixUntil(page: Page, selector: string): Promise<void> {
  await payByPix(page)
  await runUntil(page, selector)
}

/** Until the screen that comes next is seen to be on its way. */
export async function payByPixAndWait(page: Page): Promise<void> {
  // What is only drawn after a while is there before it can be seen.
  await payByPixUntil(page, 'main:has(.loading)')
  await page.locator('.loading').waitFor()
}

/** Into the card's frame, key by key, and out of the last field. */
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

export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.locator('.banner').waitFor()
}

export async function waitLong(page: Page): Promise<void> {
  for (let waitedMs = 0; waitedMs < LONG_WAIT_MS; waitedMs += PATIENCE_MS)
    await page.clock.runFor(PATIENCE_MS)
  await page.locator('.banner').waitFor({ state: 'detached' })
}

export async function loseServer(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(POLL_MS)
  await runUntil(page, '.banner')
}

/** Lets the page's clock run, which stands still otherwise, until there is something. */
async function runUntil(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await page.locator(selector).isVisible()) return
    await page.clock.runFor(STEP_MS)
  }
  throw new Error(`${selector} does not appear`)
}

/** Opens a part of the page that is folded. */
export async function open(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((details) => details.setAttribute('open', ''))
}
