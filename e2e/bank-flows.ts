import { test as base } from 'playwright/test'
import { CheckoutPage } from '#client/testing/index.ts'
import type { Session } from '#contract/session.ts'
import { startBankProduct, type BankProduct } from './bank-product.ts'
import { openInbox } from './inbox.ts'
import { makeMerchant, type Merchant } from './merchant.ts'

export const { expect } = base
export const AMOUNT = 25_990
export const PAID = ['payment.requires_action', 'payment.succeeded', 'session.completed']

interface Worker {
  product: BankProduct
  merchant: Merchant
}

interface Flow {
  checkout: CheckoutPage
  /** After each flow the oracle compares the books with the bank's ledger. */
  books: void
}

/** Flows of a product at a fake bank. A file has one product and one bank, so its flows run one after the other. */
export const test = base.extend<Flow, Worker>({
  product: [
    async ({ playwright: _playwright }, use) => {
      const product = await startBankProduct()
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  merchant: [async ({ product }, use) => withMerchant(product, use), { scope: 'worker' }],
  checkout: async ({ page, locale }, use) => use(new CheckoutPage(page, { locale })),
  books: [
    async ({ product }, use) => {
      await use()
      await expect.poll(() => product.violations()).toEqual([])
    },
    { auto: true },
  ],
})

/** Runs `use` with a new merchant of the product, whose books the oracle checks. */
export async function withMerchant(
  product: BankProduct,
  use: (merchant: Merchant) => Promise<void>,
): Promise<void> {
  const inbox = await openInbox()
  const merchant = await makeMerchant(inbox, product)
  product.merchants.push(merchant)
  await use(merchant)
  await inbox.close()
}

/** Opens a new session and chooses Pix; returns the session and the code that waits to be paid. */
export async function openPix(checkout: CheckoutPage, merchant: Merchant) {
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.payByPix()
  return { session, code: await codeOf(checkout) }
}

export async function codeOf({ pixCode }: CheckoutPage): Promise<string> {
  await expect(pixCode).toBeVisible()
  return pixCode.inputValue()
}

/** Pays a code at once, as a payer; returns the ids of what the bank booked. */
export function pay({ bank }: BankProduct, code: string, order?: { isTooLate: boolean }): string[] {
  const paid = bank.control.pay(code, order)
  if (paid.status === 'refused') throw new Error(paid.reason)
  return paid.endToEndIds
}

/** The kinds and amounts that the bank's ledger has for these ids. */
export function ledgerOf(
  { bank }: BankProduct,
  endToEndIds: readonly string[],
): [string, number][] {
  return bank.control
    .ledger()
    .filter(({ endToEndId }) => endToEndIds.includes(endToEndId))
    .map(({ kind, amountMinor }) => [kind, amountMinor])
}

/** Waits for verified notifications of these types, in this order. */
export async function notified(
  { inbox }: Merchant,
  { id }: Session,
  types: string[],
): Promise<void> {
  await expect.poll(() => inbox.of(id).map(({ type }) => type)).toEqual(types)
}

/** The session's last payment. */
export async function paymentOf({ client }: Merchant, { id }: Session) {
  const { data } = await client.sessions.payments(id)
  const [payment] = data
  if (payment === undefined) throw new Error('the session has no payment')
  return payment
}
