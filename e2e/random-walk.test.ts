import * as fc from 'fast-check'
import type { BrowserContext } from 'playwright/test'
import type { Session } from '../src/contract/session.ts'
import { CARDS, CheckoutPage } from '../src/qa-kit/index.ts'
import { expect, type Merchant, test } from './fixtures.ts'
import { words } from './states.ts'
import { listen } from './what-was-said.ts'

const WALKS = Number(process.env['E2E_WALKS'] ?? 3)
/** Chosen by the first process of the runner, for its workers too. */
const SEED = Number((process.env['E2E_SEED'] ??= String(Date.now() % 1_000_000)))
const SECONDS_A_WALK = 60
/** How old a state may be when it is read. */
const READING_MS = 1_000
const PATIENCE = { timeout: 2_000 }

interface Walk {
  context: BrowserContext
  views: CheckoutPage[]
  merchant: Merchant
  session: Session
}

/** What a shopper in a hurry may do, each step in one of two tabs; a step that is not possible there is none. */
const STEPS: Record<string, (walk: Walk, view: CheckoutPage) => Promise<unknown>> = {
  pay: async (_walk, view) => payBy(view, CARDS.success),
  'pay by a card that is declined': async (_walk, view) => payBy(view, CARDS.declined),
  'press twice': async (_walk, view) => {
    await view.fillCard(CARDS.success)
    await view.payButton.dblclick({ ...PATIENCE, noWaitAfter: true })
  },
  'pay in both tabs': ({ views }) =>
    Promise.allSettled(views.map((view) => payBy(view, CARDS.success))),
  'ask for a Pix': async (_walk, view) => view.payByPix(),
  'turn to another way': async (_walk, { page }) =>
    page.getByRole('button', { name: 'Pay another way' }).click(PATIENCE),
  reload: async (_walk, { page }) => page.reload(),
  back: async (_walk, { page }) => page.goBack(),
  forward: async (_walk, { page }) => page.goForward(),
  'go offline': async ({ context }) => context.setOffline(true),
  'come online': async ({ context }) => context.setOffline(false),
  'stay on the receipt': async (_walk, { page }) =>
    page.getByRole('button', { name: 'Stay here' }).click(PATIENCE),
}
/** The end of most walks: not often. */
const RARE_STEPS: typeof STEPS = {
  'be canceled by the merchant': async ({ merchant, session }) =>
    merchant.client.sessions.cancel(session.id),
}

async function payBy(view: CheckoutPage, card: string): Promise<void> {
  await view.fillCard(card)
  await view.payButton.click({ ...PATIENCE, noWaitAfter: true })
}

const stepName = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(RARE_STEPS)) },
)
const walks = fc.array(fc.tuple(stepName, fc.nat(1)), { minLength: 6, maxLength: 10 })

test(`A session is paid once and never called unpaid wrongly, whatever is done to it (E2E_SEED=${SEED})`, async ({
  browser,
  merchant,
}) => {
  test.setTimeout(WALKS * SECONDS_A_WALK * 1000)
  const walked = fc.asyncProperty(walks, async (steps) => {
    const context = await browser.newContext()
    context.setDefaultTimeout(PATIENCE.timeout)
    context.setDefaultNavigationTimeout(15_000)
    try {
      await walk(context, merchant, steps)
    } finally {
      await context.close()
    }
  })
  await fc.assert(walked, { numRuns: WALKS, seed: SEED, endOnFailure: true })
})

async function walk(
  context: BrowserContext,
  merchant: Merchant,
  steps: readonly (readonly [name: string, tab: number])[],
) {
  const said = await listen(context)
  const session = await merchant.createSession({
    customer: { email: 'fill_never@example.com' },
  })
  const views = [
    new CheckoutPage(await context.newPage()),
    new CheckoutPage(await context.newPage()),
  ]
  for (const view of views) await view.open(session)
  for (const [name, tab] of steps) {
    const step = STEPS[name] ?? RARE_STEPS[name]
    const view = views[tab]
    if (view !== undefined) await step?.({ context, views, merchant, session }, view).catch(ignore)
  }

  await context.setOffline(false)
  const busy = /^(Paying…|We are checking your payment|Your payment is being processed)$/
  for (const view of views) await expect(words(view.page, busy)).toBeHidden({ timeout: 30_000 })
  // A payment may still be on its way from a page that was left.
  await expect(() => settled(merchant, session, views)).toPass({ timeout: 20_000 })
  const captures = await merchant.captures(session)
  for (const { text, at } of said.denials) {
    const taken = captures.filter((capture) => capture.getTime() < at.getTime() - READING_MS)
    expect(taken, `money was taken before the page said "${text}"`).toEqual([])
  }
}

/** What the merchant is told, what the processor did and what the pages show are one story. */
async function settled(merchant: Merchant, session: Session, views: CheckoutPage[]) {
  const { status } = await merchant.client.sessions.get(session.id)
  const { data } = await merchant.client.events.list({
    sessionId: session.id,
    type: 'payment.succeeded',
  })
  const captures = await merchant.captures(session)
  const times = status === 'complete' ? 1 : 0
  expect([captures.length, data.length]).toEqual([times, times])
  for (const view of views) {
    await view.open(session)
    await expect(view.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(words(view.page, 'This order is already paid')).toBeVisible({
      visible: times === 1,
    })
  }
}

function ignore(): void {}
