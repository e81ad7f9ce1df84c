import type { Page } from 'playwright/test'
import {
  AMOUNT,
  expect,
  ledgerOf,
  notified,
  openPix,
  PAID,
  pay,
  paymentOf,
  test,
} from './bank-flows.ts'
import type { BankProduct } from './bank-product.ts'

// All flows share one product and one bank, so they run one after the other.
test.describe.configure({ mode: 'default' })

/** Opens the page of a payer's bank, and pays there. */
async function payAtBank(page: Page, { bank }: BankProduct, code: string): Promise<void> {
  await page.goto(`${bank.pageUrl}?code=${encodeURIComponent(code)}`)
  await expect(page.getByText('R$259.90')).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
}

test('A Pix is paid at the payer’s bank, and the open page becomes the receipt', async ({
  checkout,
  context,
  merchant,
  product,
}) => {
  const { session, code } = await openPix(checkout, merchant)
  await payAtBank(await context.newPage(), product, code)
  await expect(checkout.paid).toBeVisible()
  const payment = await paymentOf(merchant, session)
  expect(payment).toMatchObject({ status: 'succeeded', amountCaptured: AMOUNT, late: false })
  const { endToEndId } = payment
  await expect(checkout.receipt('pix-id')).toHaveText(endToEndId ?? 'none')
  await notified(merchant, session, PAID)
  expect(await merchant.client.sessions.get(session.id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
    attempts: 1,
  })
  expect(ledgerOf(product, [endToEndId ?? ''])).toEqual([['received', AMOUNT]])
})

test('A code that is paid twice waits for an operator, and is accepted', async ({
  checkout,
  merchant,
  product,
}) => {
  const { session, code } = await openPix(checkout, merchant)
  product.bank.control.plan('payment', 'twice')
  const paid = pay(product, code)
  await expect(checkout.processing).toBeVisible()
  const held = await paymentOf(merchant, session)
  expect(held).toMatchObject({ status: 'amount_mismatch', amountCaptured: 2 * AMOUNT })
  await product.command('payments', 'accept', { reason: 'a gift' }, held.id)
  await expect(checkout.paid).toBeVisible()
  await notified(merchant, session, [
    'payment.requires_action',
    'payment.amount_mismatch',
    'payment.succeeded',
    'session.completed',
  ])
  expect(ledgerOf(product, paid)).toEqual([
    ['received', AMOUNT],
    ['received', AMOUNT],
  ])
})

test('A part of a Pix is refunded', async ({ checkout, merchant, product }) => {
  const { session, code } = await openPix(checkout, merchant)
  const paid = pay(product, code)
  await expect(checkout.paid).toBeVisible()
  const reason = 'one book is out of print'
  const refund = await merchant.client.sessions.refund(session.id, { amount: 990, reason })
  expect(refund).toMatchObject({ status: 'pending', amount: 990 })
  await notified(merchant, session, [...PAID, 'refund.succeeded'])
  await expect(checkout.partiallyRefunded).toHaveText(/R\$\s?9\.90/)
  expect(await merchant.client.sessions.get(session.id)).toMatchObject({ amountRefunded: 990 })
  expect(ledgerOf(product, paid)).toEqual([
    ['received', AMOUNT],
    ['refunded', 990],
  ])
})

test('A refund that the bank refuses leaves the money where it is', async ({
  checkout,
  merchant,
  product,
}) => {
  const { session, code } = await openPix(checkout, merchant)
  const paid = pay(product, code)
  await expect(checkout.paid).toBeVisible()
  product.bank.control.plan('refund', 'refused')
  await merchant.client.sessions.refund(session.id, { reason: 'Torn' })
  await notified(merchant, session, [...PAID, 'refund.failed'])
  await checkout.page.reload()
  await expect(checkout.paidAlready).toBeVisible()
  expect(await merchant.client.sessions.get(session.id)).toMatchObject({ amountRefunded: 0 })
  expect(ledgerOf(product, paid)).toEqual([['received', AMOUNT]])
})

test('Money that the bank takes back (MED) is shown, published and booked', async ({
  checkout,
  merchant,
  product,
}) => {
  const { session, code } = await openPix(checkout, merchant)
  const paid = pay(product, code)
  await expect(checkout.paid).toBeVisible()
  product.bank.control.takeBack(paid[0] ?? '', { amountMinor: 5_000 })
  await notified(merchant, session, [...PAID, 'payment.reversed'])
  await expect(checkout.says('refund.reversed')).toBeVisible()
  expect(await paymentOf(merchant, session)).toMatchObject({ amountReversed: 5_000 })
  expect(ledgerOf(product, paid)).toEqual([
    ['received', AMOUNT],
    ['reversed', 5_000],
  ])
})
