import type { PageCheckout, PagePayment } from '#contract/page.ts'
import { BRAND_NAMES } from '#domain/methods/card/card-brands.ts'
import type { Say } from '#words/words.ts'
import { sumDetail, sumText } from './sum-text.ts'

export type TextFact = readonly [label: string, value: string, detail?: string | null]

/** A receipt's facts without its number, for page and e-mail: amounts, method, time and order. */
export function receiptFacts(
  checkout: PageCheckout,
  payment: PagePayment,
  say: Say,
): readonly TextFact[] {
  const amounts = checkout.returned?.facts ?? [[say('receipt.amount'), payment.amount.text]]
  const facts: TextFact[] = [...amounts, methodFact(payment, say)]
  if (payment.installments > 1) {
    facts.push([say('receipt.installments'), installmentsText(checkout, payment, say)])
  }
  for (const sum of payment.adjustments)
    if (sum.kind === 'discount' || sum.kind === 'interest')
      facts.push([say(`order.${sum.kind}`), sumText(sum, say), sumDetail(sum, say)])
  if (payment.paidAtText !== null) facts.push([say('receipt.when'), payment.paidAtText])
  if (checkout.orderReference !== null) facts.push([say('receipt.order'), checkout.orderReference])
  return facts
}

/** Who was paid, the seller, and its support. */
export function sellerFacts(
  { merchant: { seller, links } }: PageCheckout,
  { payee }: PagePayment,
  say: Say,
): readonly TextFact[] {
  const facts: TextFact[] = []
  if (payee !== undefined) facts.push([payee.label, payee.text])
  if (seller !== null && !payee?.text.includes(seller)) facts.push([say('receipt.seller'), seller])
  // Without its scheme: an e-mail address or a phone number.
  if (links.help !== null)
    facts.push([say('merchant.help'), links.help.slice(links.help.indexOf(':') + 1)])
  return facts
}

function methodFact({ method, card }: PagePayment, say: Say): TextFact {
  if (card === null) return [say('receipt.method'), say(`method.${method}`)]
  const { brand, lastFour } = card
  const value =
    brand === null
      ? say('receipt.card-unbranded', { lastFour })
      : say('receipt.card-ending', { brand: BRAND_NAMES[brand], lastFour })
  return [say('receipt.card'), value]
}

function installmentsText({ installments }: PageCheckout, payment: PagePayment, say: Say): string {
  const count = payment.installments
  const option = installments?.find((option) => option.count === count)
  if (option === undefined) return String(count)
  const amount = option.perInstallment.text
  return option.interestFree
    ? say('installments.interest-free', { count, amount })
    : say('receipt.in-installments', { count, amount })
}
