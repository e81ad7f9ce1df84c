import * as fc from 'fast-check'
import type { BrowserContext, Locator, Page } from 'playwright/test'
import type { Session } from '#contract/session.ts'
import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import { expect, type Merchant, test } from './fixtures.ts'
import { CHECKOUT_URL } from './product.ts'
import { words } from './states.ts'
import { recordDenials } from './record-denials.ts'
import { PROOF } from './proof.ts'

const WALKS = Number(process.env['E2E_WALKS'] ?? 3)
/** Chosen by Playwright's first process and inherited by its workers. */
const SEED = Number((process.env['E2E_SEED'] ??= String(Date.now() % 1_000_000)))
const WALKS_A_TEST = 10
const SECONDS_A_WALK = 120
/** The tolerated age of a read state. */
const READING_MS = 1_000
/** Time-out of a step; opening a page may take longer. */
const PATIENCE = { timeout: 2_000 }
const OPENING_MS = 10_000
const SETTLED_WITHIN_MS = 45_000
const BUSY = /^(Paying…|Generating…|We’re checking your payment|Your payment is being processed)$/
const PAID = /^(Payment received|This order is already paid)$/

interface Walk {
  /** Two tabs of one browser, and another device. */
  views: CheckoutPage[]
  merchant: Merchant
  session: Session
}

/** The actions of a hurried shopper, each on one view; a step that is not possible is skipped. */
const STEPS: Record<string, (view: CheckoutPage, walk: Walk) => Promise<unknown>> = {
  pay: (view) => payBy(view, CARDS.success),
  'pay by a card that is declined': (view) => payBy(view, CARDS.declined),
  'press twice': async (view) => {
    if (await filled(view, CARDS.success))
      await view.payButton.dblclick({ ...PATIENCE, noWaitAfter: true })
  },
  'press Enter and click': async (view) => {
    if (!(await filled(view, CARDS.success))) return
    const click = view.payButton.click({ ...PATIENCE, noWaitAfter: true })
    await Promise.allSettled([view.page.keyboard.press('Enter'), click])
  },
  'pay everywhere at once': (_view, { views }) =>
    Promise.allSettled(views.map((view) => payBy(view, CARDS.success))),
  'reload while it pays': async (view) => {
    await payBy(view, CARDS.success)
    await view.page.reload()
  },
  'ask for a Pix': async (view) => {
    if (await view.payButton.isVisible()) await view.payByPix()
  },
  'turn to another way': ({ payAnotherWayButton }) => clickIfThere(payAnotherWayButton),
  'wait for an answer': async ({ page }) => expect(words(page, BUSY)).toBeHidden(PATIENCE),
  reload: async ({ page }) => page.reload(),
  back: async ({ page }) => page.goBack(),
  forward: async ({ page }) => page.goForward(),
  'go offline': async ({ page }) => page.context().setOffline(true),
  'come online': async ({ page }) => page.context().setOffline(false),
  'stay on the receipt': async ({ page }) =>
    clickIfThere(page.getByRole('button', { name: 'Stay here' })),
}
/** Steps that end most walks, hence rare. */
const RARE_STEPS: typeof STEPS = {
  'be canceled by the merchant': async (_view, { merchant, session }) =>
    merchant.client.sessions.cancel(session.id),
}

async function payBy(view: CheckoutPage, card: string): Promise<void> {
  if (await filled(view, card)) await view.payButton.click({ ...PATIENCE, noWaitAfter: true })
}

async function filled(view: CheckoutPage, card: string): Promise<boolean> {
  if (!(await view.payButton.isVisible())) return false
  await view.choose('card')
  await view.fillCard(card)
  return true
}

async function clickIfThere(button: Locator): Promise<void> {
  if (await button.isVisible()) await button.click({ ...PATIENCE, noWaitAfter: true })
}

const stepName = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(RARE_STEPS)) },
)
const walks = fc.array(fc.tuple(stepName, fc.nat(2)), { minLength: 6, maxLength: 12 })

for (let first = 0; first < WALKS; first += WALKS_A_TEST) {
  const numRuns = Math.min(WALKS_A_TEST, WALKS - first)
  const seed = SEED + first

  test(
    `R-06: a session is paid once and never falsely shown as unpaid, on any walk (E2E_SEED=${seed} E2E_WALKS=${numRuns})`,
    PROOF,
    async ({ browser, merchant }) => {
      test.setTimeout(numRuns * SECONDS_A_WALK * 1000)
      const walked = fc.asyncProperty(walks, async (steps) => {
        const contexts = [await browser.newContext(), await browser.newContext()] as const
        try {
          await walk(contexts, merchant, steps)
        } finally {
          await Promise.all(contexts.map((context) => context.close()))
        }
      })
      await fc.assert(walked, { numRuns, seed, endOnFailure: true })
    },
  )
}

async function walk(
  contexts: readonly [BrowserContext, BrowserContext],
  merchant: Merchant,
  steps: readonly (readonly [name: string, view: number])[],
) {
  const [shopper, device] = contexts
  const records = [await recordDenials(shopper), await recordDenials(device)]
  for (const context of contexts) context.setDefaultTimeout(OPENING_MS)
  const session = await merchant.createSession({
    customer: { email: 'fill_never@example.com' },
  })
  const pages = [await shopper.newPage(), await shopper.newPage(), await device.newPage()]
  const views = pages.map((page) => new CheckoutPage(page))
  await Promise.all(views.map((view) => opened(view, session)))
  for (const context of contexts) {
    context.setDefaultTimeout(PATIENCE.timeout)
    context.setDefaultNavigationTimeout(OPENING_MS)
  }
  for (const [name, at] of steps) {
    const step = STEPS[name] ?? RARE_STEPS[name]
    const view = views[at]
    if (view !== undefined) await step?.(view, { views, merchant, session }).catch(ignore)
  }

  for (const context of contexts) {
    context.setDefaultTimeout(OPENING_MS)
    await context.setOffline(false)
  }
  for (const { page } of views) await expect(words(page, BUSY)).toBeHidden()
  if ((await merchant.client.sessions.get(session.id)).status === 'complete')
    for (const { page } of views) await expect.poll(() => knowsOfIt(page)).toBe(true)
  // A payment of a closed page may still be in flight.
  await expect(() => settled(merchant, session, views)).toPass({ timeout: SETTLED_WITHIN_MS })
  const captures = await merchant.captures(session)
  for (const { text, at } of records.flatMap(({ denials }) => denials)) {
    const captured = captures.filter((capture) => capture.getTime() < at.getTime() - READING_MS)
    expect(captured, `money was captured before the page showed "${text}"`).toEqual([])
  }
}

/** Opens a view. An overloaded server may shed the load; the error includes the page's text if it stays. */
async function opened(view: CheckoutPage, session: Session): Promise<void> {
  await expect(async () => {
    await view.open(session).catch(async (error: unknown) => {
      const text = await view.page.locator('body').innerText()
      throw new Error(`the page shows "${text}"`, { cause: error })
    })
  }).toPass({ timeout: SETTLED_WITHIN_MS })
}

/** Whether the page shows that the session is paid, or the shopper has left the page. */
async function knowsOfIt(page: Page): Promise<boolean> {
  return !page.url().startsWith(`${CHECKOUT_URL}/c/`) || words(page, PAID).isVisible()
}

/** Expects the merchant's events, the processor's ledger and the pages to agree. */
async function settled(merchant: Merchant, session: Session, views: CheckoutPage[]) {
  const { status } = await merchant.client.sessions.get(session.id)
  const { data } = await merchant.client.events.list({
    sessionId: session.id,
    type: 'payment.succeeded',
  })
  const captures = await merchant.captures(session)
  const times = status === 'complete' ? 1 : 0
  expect([captures.length, data.length]).toEqual([times, times])
  await Promise.all(views.map((view) => opened(view, session)))
  for (const view of views) {
    await expect(view.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(words(view.page, 'This order is already paid')).toBeVisible({
      visible: times === 1,
    })
  }
}

function ignore(): void {}
