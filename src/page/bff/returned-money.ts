import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import type { PageReturned } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { leftMinorOf } from '#domain/reversal.ts'
import { translateIn } from '#words/translate-in.ts'
import { minus } from '#domain/minus.ts'
import type { Translate } from '#words/words.ts'

type Row = PageReturned['facts'][number]

interface Writers {
  money: (minor: number) => { text: string }
  dayOf: (timestamp: string) => string
}

const REFUND_TEXTS = {
  card: 'refund.to-card',
  origin: 'paid.refunded.text',
  bank_account: 'refund.to-account',
} as const

/** What was refunded of a payment, what banks took back, and what is left; `null` when nothing went back. */
export function returnedMoney(
  checkout: Checkout,
  locale: string,
  write: Writers,
): PageReturned | null {
  const { amountRefunded, amountReversed, payment } = checkout
  if (payment?.status !== 'succeeded' || amountRefunded + amountReversed === 0) return null
  const t = translateIn(locale)
  const text = (minor: number) => write.money(minor).text
  const left = leftMinorOf({
    capturedMinor: payment.amount,
    refundedMinor: amountRefunded,
    reversedMinor: amountReversed,
  })
  const refunds = refundsOf(checkout).map(({ amount, at }): Row => [
    t('refund.refunded'),
    minus(text(amount)),
    at && write.dayOf(at),
  ])
  const reversals: Row[] =
    amountReversed > 0 ? [[t('refund.reversed'), minus(text(amountReversed)), null]] : []
  return {
    ...sentences(checkout, payment, text(amountRefunded), t),
    facts: [
      [t('refund.paid'), text(payment.amount), null],
      ...refunds,
      ...reversals,
      [t('refund.balance'), text(left), null],
    ],
  }
}

/** The refunds. An amount that they do not explain, as with an older server, is added as a refund without a date. */
function refundsOf({ refunds, amountRefunded }: Checkout): { amount: number; at: string | null }[] {
  const explained = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const rest = amountRefunded - explained
  return rest > 0 ? [{ amount: rest, at: null }, ...refunds] : refunds
}

function sentences(
  { amountRefunded, merchant }: Checkout,
  { amount, method }: CheckoutPayment,
  text: string,
  t: Translate,
): Pick<PageReturned, 'title' | 'text' | 'total'> {
  if (amountRefunded === 0) return { title: null, text: null, total: null }
  const isWhole = amountRefunded >= amount
  return {
    title: isWhole ? t('paid.refunded.title') : t('refund.title', { amount: text }),
    text: t(REFUND_TEXTS[METHODS[method].refundsTo], { merchant: merchant.name }),
    total: isWhole ? { label: t('refund.refunded'), text } : null,
  }
}
