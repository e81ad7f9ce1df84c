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
