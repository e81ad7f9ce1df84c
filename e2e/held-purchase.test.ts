import type { Page } from 'playwright/test'
import { CARDS } from '#client/testing/index.ts'
import { checkoutCommand } from './checkout-command.ts'
import { invite, signIn } from './dashboard.ts'
import { expect, test } from './fixtures.ts'
import { ADMIN_URL } from './product.ts'

const shownAmount = (page: Page) => page.locator('.timeline-amount')

test('R-89: an order is held, captured in part, refunded, charged back and won, and everybody sees the same', async ({
  checkout,
  merchant,
  page,
}) => {
  const { client, id: merchantId } = merchant
  const session = await merchant.createSession({
    captureMethod: 'manual',
    orderReference: 'HELD-1001',
  })
  await checkout.open(session)
  await checkout.payByCard(CARDS.success)
  await expect(checkout.authorized).toBeVisible()
  // The worker's merchant may hold orders of other flows, too.
  expect(await checkoutCommand('payments', 'authorized', { merchant: merchantId })).toContainEqual(
    expect.objectContaining({ sessionId: session.id }),
  )

  await signIn(page, await invite())
  const address = `${ADMIN_URL}/m/${merchantId}/payments/${session.id}`
  await page.goto(address)
  await expect(shownAmount(page)).toContainText('Authorized')
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const capture = page.getByRole('dialog', { name: 'Capture payment HELD-1001?' })
  await capture.getByLabel('Amount in BRL').fill('200.00')
  await capture.getByRole('button', { name: 'Capture R$200.00' }).click()
  await expect(page.getByText('The amount was captured.')).toBeVisible()
  await expect(shownAmount(page)).toContainText('Paid')
  expect(await client.sessions.get(session.id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
    amountCaptured: 20_000,
  })

  await client.sessions.refund(session.id, { amount: 5000 }, { idempotencyKey: 'HELD-1001' })
  await client.sandbox.simulate(session.id, { outcome: 'dispute' })
  const { data } = await client.sessions.disputes(session.id)
  expect(data).toMatchObject([{ status: 'needs_response', stage: 'chargeback', amount: 20_000 }])
  expect(await checkoutCommand('disputes', 'show', {}, `${data[0]?.id}`)).toMatchObject({
    status: 'needs_response',
  })
  await page.goto(session.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your bank returned this payment',
  )
  await page.goto(address)
  await expect(shownAmount(page)).toContainText('R$0.00 kept')

  await client.sandbox.simulate(session.id, { outcome: 'dispute_won' })
  expect(await client.disputes.get(`${data[0]?.id}`)).toMatchObject({ status: 'won' })
  await page.reload()
  await expect(shownAmount(page)).toContainText('R$150.00 kept')
  await page.goto(session.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('R$50.00 refunded')
  await expect(checkout.receipt('amount')).toHaveText('R$200.00')
  expect(await client.sessions.get(session.id)).toMatchObject({
    amountCaptured: 20_000,
    amountRefunded: 5000,
    amountReversed: 20_000,
    amountReinstated: 20_000,
  })

  // The inbox verifies with the library of the standard; a body that it refuses is not counted.
  expect(await merchant.notified(session.id, 8)).toEqual([
    'payment.authorized',
    'payment.succeeded',
    'session.completed',
    'refund.succeeded',
    'payment.reversed',
    'dispute.opened',
    'payment.reinstated',
    'dispute.won',
  ])
})
