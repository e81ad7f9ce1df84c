import type { Page } from 'playwright/test'
import { CARDS, type CheckoutPage } from '#client/testing/index.ts'
import { expect, type Merchant, test } from './fixtures.ts'
import { NEVER_PAID, secondDevice, secondTab, words } from './states.ts'
import type { Session } from '#contract/session.ts'
import { PROOF } from './proof.ts'

interface Change {
  /** Makes a change, with the first view or through the API. */
  make: (view: CheckoutPage, merchant: Merchant, session: Session) => Promise<unknown>
  shows: string
}

/** The changes of a session that is open in several views, in order. */
const CHANGES: Record<string, Change[]> = {
  'paid in one of them, then refunded': [
    { make: (view) => view.payByCard(CARDS.success), shows: 'Payment received' },
    {
      make: async (view, { client }, { id }) => {
        await view.page.getByRole('button', { name: 'Stay here' }).click()
        await client.sessions.refund(id)
      },
      shows: 'This payment was refunded',
    },
  ],
  'shown a Pix, given up for a card': [
    { make: (view) => view.payByPix(), shows: 'Pay with Pix' },
    {
      make: async (view) => {
        await view.page.getByRole('button', { name: 'Pay another way' }).click()
        await view.choose('card')
        await view.payByCard(CARDS.success)
      },
      shows: 'Payment received',
    },
  ],
  'canceled by the merchant': [
    {
      make: (_view, { client }, { id }) => client.sessions.cancel(id),
      shows: 'This payment was canceled',
    },
  ],
}

for (const [what, changes] of Object.entries(CHANGES)) {
  for (const streams of ['with', 'without'] as const) {
    // Refunds come after the final state, which ends polling: without a stream only a new read shows them.
    const steps =
      streams === 'with' ? changes : changes.filter(({ shows }) => !/refund/.test(shows))
    const isSlow = streams === 'without' && changes.length > 1
    test(
      `All open views agree when the session is ${what}, ${streams} events`,
      isSlow ? PROOF : {},
      async ({ browser, checkout, context, merchant }) => {
        const session = await merchant.createSession(NEVER_PAID)
        const views = [checkout, await secondTab(context), await secondDevice(browser)]
        for (const { page } of views) if (streams === 'without') await blockEvents(page)
        await Promise.all(views.map((view) => view.open(session)))
        for (const view of views) await expect(view.payButton).toBeEnabled()
        for (const { make, shows } of steps) {
          await make(checkout, merchant, session)
          await Promise.all(views.map((view) => expect(words(view.page, shows)).toBeVisible()))
        }
        await views[2]?.page.context().close()
      },
    )
  }
}

test('R-41: A paid page stops polling once the merchant is notified', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  await blockEvents(page)
  await checkout.open(session)
  await checkout.payByCard(CARDS.success)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(words(page, /has your payment/)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.waitForTimeout(4_000)
  expect(asked).toEqual([])
})

test('R-40: Input survives an outage of the connection', async ({
  checkout,
  context,
  merchant,
  page,
}) => {
  await checkout.open(await merchant.createSession())
  await page.getByLabel('Email').fill('ana@example.com')
  await context.setOffline(true)
  await expect(words(page, /You’re offline/)).toBeVisible()
  await context.setOffline(false)
  await expect(words(page, /You’re offline/)).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('ana@example.com')
})

async function blockEvents(page: Page): Promise<void> {
  await page.route('**/events?*', (route) => route.abort())
}
