import { expect, test } from './fixtures.ts'

const EMAIL = { customer: { email: 'fill_never@example.com' } }

test("The sandbox's panel decides the outcome, and the page shows it", async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession(EMAIL)
  await checkout.open(session)
  const decide = (outcome: string) =>
    checkout.press(page.getByRole('button', { name: outcome, exact: true }))
  await checkout.press(page.getByText('Decide what happens'))
  await page.getByLabel('Decline code').selectOption('insufficient_funds')
  await decide('Declined')
  await expect(page.getByText('Insufficient funds').first()).toBeVisible()

  await decide('No answer from the bank')
  await expect(checkout.checking).toBeVisible()
  await decide('Paid')
  await expect(checkout.paid).toBeVisible()
  await expect(page.getByText('Decide what happens')).toHaveCount(0)
  expect(await merchant.notified(session.id, 4)).toEqual([
    'payment.failed',
    'payment.processing',
    'payment.succeeded',
    'session.completed',
  ])
  expect(await merchant.captures(session)).toHaveLength(1)
})

test('The API decides the outcome, and the open page shows it', async ({ checkout, merchant }) => {
  const session = await merchant.createSession(EMAIL)
  await checkout.open(session)
  await checkout.payByPix()
  await expect(checkout.pixCode).toBeVisible()

  const { sandbox } = merchant.client
  const options = { idempotencyKey: `paid-${session.id}` }
  const paid = await sandbox.simulate(session.id, { outcome: 'pix_paid' }, options)
  expect(paid).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  expect(await sandbox.simulate(session.id, { outcome: 'pix_paid' }, options)).toEqual(paid)
  await expect(checkout.paid).toBeVisible()
  await merchant.paidOnce(session)
  expect(await merchant.notified(session.id, 3)).toEqual([
    'payment.requires_action',
    'payment.succeeded',
    'session.completed',
  ])
})
