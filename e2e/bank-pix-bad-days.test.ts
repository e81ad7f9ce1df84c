import { txidOf } from '#proof/campaigns/api-pix/bank-books.ts'
import type { CheckoutPage } from '#client/testing/index.ts'
import {
  AMOUNT,
  test as bankTest,
  codeOf,
  expect,
  ledgerOf,
  notified,
  openPix,
  PAID,
  pay,
  paymentOf,
  withMerchant,
} from './bank-flows.ts'
import type { BankProduct } from './bank-product.ts'
import type { Merchant } from './merchant.ts'
import { PROOF } from './proof.ts'

const test = bankTest.extend<object, { keeper: Merchant }>({
  /** A merchant that keeps late money; `merchant` refunds it, which is the default. */
  keeper: [
    async ({ product }, use) =>
      withMerchant(product, async (keeper) => {
        await product.command('merchants', 'set', { 'late-payments': 'accept' }, keeper.id)
        await use(keeper)
      }),
    { scope: 'worker' },
  ],
})

// All flows share one product and one bank, so they run one after the other.
test.describe.configure({ mode: 'default' })

/** Pays a code after its session has expired, as when the payer's bank had read the code in time. */
async function payAfterExpiry(checkout: CheckoutPage, merchant: Merchant, product: BankProduct) {
  const { session, code } = await openPix(checkout, merchant)
  const { clock } = merchant.client.sandbox
  try {
    await clock.advance({ by: '25h' })
    await expect(checkout.expired).toBeVisible()
  } finally {
    await clock.resume()
  }
  product.paidLate.push((await paymentOf(merchant, session)).id)
  return { session, paid: pay(product, code, { isTooLate: true }) }
}

const EXPIRED = ['payment.requires_action', 'payment.failed', 'session.expired', 'payment.late']

test(
  'A Pix that comes after its session expired is given back, where late money is refunded',
  PROOF,
  async ({ checkout, merchant, product }) => {
    const { session, paid } = await payAfterExpiry(checkout, merchant, product)
    await expect(checkout.paidLateReturned).toBeVisible()
    await notified(merchant, session, [...EXPIRED, 'refund.succeeded'])
    expect(await paymentOf(merchant, session)).toMatchObject({ late: true, amountCaptured: AMOUNT })
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({
      status: 'expired',
      paymentStatus: 'refunded',
      amountOwed: 0,
    })
    expect(ledgerOf(product, paid)).toEqual([
      ['received', AMOUNT],
      ['refunded', AMOUNT],
    ])
  },
)

test(
  'A Pix that comes after its session expired completes it, where late money is accepted',
  PROOF,
  async ({ checkout, keeper, product }) => {
    const { session, paid } = await payAfterExpiry(checkout, keeper, product)
    await expect(checkout.paid).toBeVisible()
    await notified(keeper, session, [...EXPIRED, 'payment.succeeded', 'session.completed'])
    expect(await paymentOf(keeper, session)).toMatchObject({ late: true, status: 'succeeded' })
    expect(await keeper.client.sessions.get(session.id)).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      paidLate: true,
    })
    expect(ledgerOf(product, paid)).toEqual([['received', AMOUNT]])
  },
)

/** Expects the page to say that a Pix failed, in words that fit a Pix, and the bank to have no charge of it. */
async function expectNoCharge(
  checkout: CheckoutPage,
  { bank }: BankProduct,
  payment: Awaited<ReturnType<typeof paymentOf>>,
): Promise<void> {
  expect(payment).toMatchObject({ status: 'failed', amountCaptured: 0 })
  await expect(checkout.declined()).toContainText('The payment didn’t go through')
  await expect(checkout.declined()).not.toContainText('card')
  expect(bank.control.cob(bank.customer.id, txidOf(payment.id))).toBeUndefined()
}

test(
  'A charge that the bank refuses takes nothing, and the next one is paid',
  PROOF,
  async ({ checkout, merchant, product }) => {
    const session = await merchant.createSession()
    await checkout.open(session)
    product.bank.setTrouble('refused charges')
    await checkout.payByPix()
    await expect(checkout.declined()).toBeVisible()
    await expectNoCharge(checkout, product, await paymentOf(merchant, session))
    product.bank.setTrouble('none')
    await checkout.pay()
    const paid = pay(product, await codeOf(checkout))
    await expect(checkout.paid).toBeVisible()
    await notified(merchant, session, ['payment.failed', ...PAID])
    expect(ledgerOf(product, paid)).toEqual([['received', AMOUNT]])
  },
)

test(
  'An answer that is lost is looked up, and the page shows the code of the one charge',
  PROOF,
  async ({ checkout, merchant, product }) => {
    const { control, customer, setTrouble } = product.bank
    const session = await merchant.createSession()
    await checkout.open(session)
    setTrouble('lost answers')
    await checkout.payByPix()
    await expect(checkout.checking).toBeVisible()
    setTrouble('none')
    const code = await codeOf(checkout)
    const { id } = await paymentOf(merchant, session)
    expect(control.codeOf(customer.id, txidOf(id))).toBe(code)
    expect(control.cob(customer.id, txidOf(id))?.revisions).toHaveLength(1)
    const paid = pay(product, code)
    await expect(checkout.paid).toBeVisible()
    await notified(merchant, session, ['payment.processing', ...PAID])
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
    expect(ledgerOf(product, paid)).toEqual([['received', AMOUNT]])
  },
)

test(
  'While the bank gives no token it is asked nothing, and what is paid is found later',
  PROOF,
  async ({ checkout, merchant, product }) => {
    const { bank } = product
    const session = await merchant.createSession()
    await checkout.open(session)
    bank.setTrouble('no token')
    await checkout.payByPix()
    await expect(checkout.declined()).toBeVisible()
    await expectNoCharge(checkout, product, await paymentOf(merchant, session))
    bank.setTrouble('none')
    await checkout.pay()
    const code = await codeOf(checkout)
    bank.setTrouble('no token')
    const paid = pay(product, code)
    await expect.poll(() => bank.control.notifications().at(-1)?.state).toBe('delivered')
    await expect(checkout.pixCode).toBeVisible()
    bank.setTrouble('none')
    await expect(checkout.paid).toBeVisible()
    await notified(merchant, session, ['payment.failed', ...PAID])
    expect(ledgerOf(product, paid)).toEqual([['received', AMOUNT]])
  },
)

const STORM = 200

test(
  'A storm of webhooks, repeated, untrue and about others, pays once',
  PROOF,
  async ({ checkout, merchant, product: { bank, webhooks }, product }) => {
    const { session, code } = await openPix(checkout, merchant)
    const { txid } = await paymentOf(merchant, session)
    const horario = bank.control.now().toISOString()
    const hint = (pix: object) => JSON.stringify({ pix: [{ valor: '259.90', horario, ...pix }] })
    const others = Array.from(
      { length: STORM },
      (_, index) => `E${String(index).padStart(31, '0')}`,
    )

    const untrue = others.map((endToEndId) => hint({ endToEndId, txid }))
    expect(await webhooks.send(untrue)).toEqual([204])
    await expect(checkout.pixCode).toBeVisible()
    expect((await paymentOf(merchant, session)).status).toBe('requires_action')

    const paid = pay(product, code)
    const repeated = Array<string>(STORM).fill(hint({ endToEndId: paid[0], txid }))
    const ofNoPayment = others.map((endToEndId) =>
      hint({ endToEndId, txid: `HCPAY${endToEndId.slice(-22)}` }),
    )
    const ofOtherSystems = others.map((endToEndId) => hint({ endToEndId, txid: endToEndId }))
    const storm = [...repeated, ...ofNoPayment, ...ofOtherSystems]
    expect(await webhooks.send(storm)).toEqual([204])
    await expect(checkout.paid).toBeVisible()
    await notified(merchant, session, PAID)
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
    expect(ledgerOf(product, paid)).toEqual([['received', AMOUNT]])
  },
)
