import { CARDS } from '#client/testing/index.ts'
import { verifyReturn } from '#client/index.ts'
import { expect, test } from './fixtures.ts'

test.use({ order: { captureMethod: 'manual' } })

test('R-100: A shopper authorizes by card, is not told that anything was paid, and returns', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({ captureMethod: 'manual' })
  await checkout.open(session)
  await expect(checkout.methods).toBeHidden()
  await expect(checkout.payButton).toHaveText('Authorize R$259.90')
  await expect(checkout.says('authorize.note')).toBeVisible()
  await checkout.payByCard(CARDS.success)
  await expect(checkout.authorized).toBeVisible()
  await expect(checkout.receipt('authorized')).toHaveText('R$259.90')
  await expect(checkout.paid).toBeHidden()
  expect(await merchant.captures(session)).toEqual([])

  await checkout.backToShop.click()
  await page.waitForURL(`${merchant.inbox.origin}/ok?**`)
  const arrival = await verifyReturn(page.url(), merchant.webhookSecret)
  expect(arrival).toEqual({ sessionId: session.id, status: 'authorized' })
})

test('R-101: A hold whose time ends is released on the open page', async ({
  checkout,
  sandbox,
  session,
}) => {
  await sandbox.simulate(session, 'authorize')
  await checkout.open(session)
  await expect(checkout.authorized).toBeVisible()
  await sandbox.simulate(session, 'authorization_expired')
  await expect(checkout.released).toBeVisible()
})

test('R-101: A capture turns the open page into a receipt', async ({
  checkout,
  expectPaid,
  sandbox,
  session,
}) => {
  await sandbox.simulate(session, 'authorize')
  await checkout.open(session)
  await expect(checkout.authorized).toBeVisible()
  await sandbox.simulate(session, 'pay')
  await expect(checkout.paidAlready).toBeVisible()
  await expect(checkout.receipt('amount')).toHaveText('R$259.90')
  await expect(checkout.receipt('authorized')).toBeHidden()
  await expectPaid(session)
})

test('R-100: A capture in part turns the open page into a receipt of that part', async ({
  checkout,
  merchant,
  sandbox,
  session,
}) => {
  await sandbox.simulate(session, 'authorize')
  await checkout.open(session)
  await expect(checkout.authorized).toBeVisible()
  const captured = await sandbox.capture(session, { amount: 20_000 })
  expect(captured).toMatchObject({ status: 'complete', amountCaptured: 20_000 })
  await expect(checkout.paidAlready).toBeVisible()
  await expect(checkout.receipt('amount')).toHaveText('R$200.00')
  await expect(checkout.receipt('authorized')).toHaveText('R$259.90')
  await expect(checkout.says('order.difference')).toBeVisible()
  expect(await merchant.captures(session)).toHaveLength(1)
})

test('R-101: A void shows on the open page that the hold was released', async ({
  checkout,
  merchant,
  sandbox,
  session,
}) => {
  await sandbox.simulate(session, 'authorize')
  await checkout.open(session)
  await expect(checkout.authorized).toBeVisible()
  const voided = await sandbox.void(session, { reason: 'sold out' })
  expect(voided).toMatchObject({ status: 'canceled', cancellationReason: 'sold out' })
  await expect(checkout.released).toBeVisible()
  await expect(checkout.authorized).toBeHidden()
  expect(await merchant.captures(session)).toEqual([])
})

test('R-89: A shop hears of a hold and its capture in part, signed as Standard Webhooks', async ({
  checkout,
  merchant,
  sandbox,
}) => {
  const session = await merchant.createSession({ captureMethod: 'manual' })
  await checkout.open(session)
  await checkout.payByCard(CARDS.success)
  await expect(checkout.authorized).toBeVisible()
  await sandbox.capture(session, { amount: 20_000 })
  // The inbox verifies with the library of the standard; a body that it refuses is not counted.
  expect(await merchant.notified(session.id, 3)).toEqual([
    'payment.authorized',
    'payment.succeeded',
    'session.completed',
  ])
  const held = { amountAuthorized: 25_990, amountCaptured: 0 }
  const captured = { amountAuthorized: 25_990, amountCaptured: 20_000, status: 'succeeded' }
  const ofSession = { amountAuthorized: 0, amountCaptured: 20_000, paymentStatus: 'paid' }
  expect(
    merchant.inbox.of(session.id).map(({ sequence, data }) => ({ sequence, data })),
  ).toMatchObject([
    { sequence: 1, data: { session: { ...held, paymentStatus: 'authorized' }, payment: held } },
    { sequence: 2, data: { session: ofSession, payment: captured } },
    { sequence: 3, data: { session: ofSession } },
  ])
})

test('R-101: The panel of the sandbox decides what becomes of a hold', async ({
  checkout,
  page,
  sandbox,
}) => {
  for (const [name, end] of [
    ['Hold released', 'released'],
    ['Hold expired', 'released'],
    ['Paid', 'paidAlready'],
  ] as const) {
    const session = await sandbox.createSession({ captureMethod: 'manual' })
    await sandbox.simulate(session, 'authorize')
    await checkout.open(session)
    await expect(checkout.authorized).toBeVisible()
    await page.getByText('Decide what happens').click()
    await page.getByRole('button', { name, exact: true }).click()
    await expect(checkout[end]).toBeVisible()
  }
})
