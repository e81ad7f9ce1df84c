import type { PageCheckout, PagePayment } from '#contract/page.ts'
import { BRAND_NAMES } from '#domain/methods/card/card-brands.ts'
import type { Translate } from '#words/words.ts'
import { sumDetail, sumText } from './sum-text.ts'

export type TextFact = readonly [
  label: string,
  value: string,
  detail?: string | null,
  /** Where alone it is shown; absent: everywhere. */
  medium?: 'screen' | 'print' | undefined,
]

/** A receipt's facts without its number, for page and e-mail: amounts, method, time and order. */
export function receiptFacts(
  checkout: PageCheckout,
  payment: PagePayment,
  t: Translate,
): readonly TextFact[] {
  // On paper the order shows it, unless the order is withheld.
  const ordered = checkout.detailsWithheld ? undefined : 'screen'
  const amount: TextFact = [t('receipt.amount'), payment.amount.text, null, ordered]
  const amounts = checkout.standing?.facts ?? [amount]
  const facts: TextFact[] = [...amounts, methodFact(payment, t)]
  if (payment.authorized) facts.unshift(payment.authorized)
  if (payment.installmentsText !== undefined)
    facts.push([t('receipt.installments'), payment.installmentsText])
  for (const sum of payment.adjustments)
    if (sum.kind === 'discount' || sum.kind === 'interest')
      facts.push([t(`order.${sum.kind}`), sumText(sum, t), sumDetail(sum, t), ordered])
  if (payment.paidAtText !== null) facts.push([t('receipt.when'), payment.paidAtText])
  if (checkout.orderReference !== null) facts.push([t('receipt.order'), checkout.orderReference])
  return facts
}

/** Who was paid, the seller, and its support. */
export function sellerFacts(
  { merchant: { seller, links } }: PageCheckout,
  { payee }: PagePayment,
  t: Translate,
): readonly TextFact[] {
  const facts: TextFact[] = []
  if (payee !== undefined) facts.push([payee.label, payee.text])
  if (seller !== null && !payee?.text.includes(seller)) facts.push([t('receipt.seller'), seller])
  // Without its scheme: an e-mail address or a phone number.
  if (links.help !== null)
    facts.push([t('merchant.help'), links.help.slice(links.help.indexOf(':') + 1)])
  return facts
}

function methodFact({ method, card }: PagePayment, t: Translate): TextFact {
  if (card === null) return [t('receipt.method'), t(`method.${method}`)]
  const { brand, lastFour } = card
  const value =
    brand === null
      ? t('receipt.card-unbranded', { lastFour })
      : t('receipt.card-ending', { brand: BRAND_NAMES[brand], lastFour })
  return [t('receipt.card'), value]
}
