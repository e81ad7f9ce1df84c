import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import type { PageCheckout, PagePayment, PageStanding } from '#contract/page.ts'
import type { Translate } from '#words/words.ts'

interface Writers {
  t: Translate
  money: (minor: number) => { text: string }
  dayOf: (timestamp: string) => string
}

/** A payment that is held until the merchant captures it, or whose hold was released; `null` for any other. */
export function heldMoney(
  { payment, merchant }: Checkout,
  { t, money, dayOf }: Writers,
): PageStanding | null {
  if (payment?.status !== 'authorized' && payment?.status !== 'voided') return null
  const label = t('authorized.amount')
  const { text } = money(payment.amountAuthorized ?? payment.amount)
  const facts: PageStanding['facts'] = [[label, text, null]]
  if (payment.status === 'voided')
    return {
      title: t('released.title'),
      text: `${t('no-money-taken')} ${t('released.text')}`,
      total: null,
      facts,
    }
  const { captureBefore } = payment
  return {
    title: t('authorized.title'),
    text: captureBefore
      ? t('authorized.text', { merchant: merchant.name, date: dayOf(captureBefore) })
      : t('authorize.note', { merchant: merchant.name }),
    total: { label, text },
    facts,
  }
}

/** When the card is charged, while the session can be paid and its payment would only be held. */
export function chargedLater(
  { captureMethod, status, merchant }: Checkout,
  { t }: Writers,
): Pick<PageCheckout, 'chargedLater'> {
  if (captureMethod !== 'manual' || status !== 'open') return {}
  return { chargedLater: t('authorize.note', { merchant: merchant.name }) }
}

/** What was held of a payment of which less was captured. */
export function capturedInPart(
  { status, amount, amountAuthorized = 0 }: CheckoutPayment,
  { t, money }: Writers,
): Pick<PagePayment, 'authorized'> {
  if (status !== 'succeeded' || amountAuthorized <= amount) return {}
  return { authorized: [t('authorized.amount'), money(amountAuthorized).text, null] }
}
