import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import type { PageStanding } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { leftMinorOf, netReversedMinor } from '#domain/reversal.ts'
import { isTakenBack } from '#domain/standing.ts'
import { translateIn } from '#words/translate-in.ts'
import { minus } from '#domain/minus.ts'
import type { Translate } from '#words/words.ts'
import { standingOfCheckout } from './standing-of-checkout.ts'

type Row = PageStanding['facts'][number]

interface Writers {
  money: (minor: number) => { text: string }
  dayOf: (timestamp: string) => string
}

/** Where refunds of a method go. */
export const REFUND_TEXTS = {
  card: 'refund.to-card',
  origin: 'paid.refunded.text',
  bank_account: 'refund.to-account',
} as const

/** What was refunded of a payment, what banks took back, and what is left; `null` when nothing went back, or was to. */
export function returnedMoney(
  checkout: Checkout,
  locale: string,
  write: Writers,
): PageStanding | null {
  const { amountRefunded, amountUndelivered, merchant, payment } = checkout
  const amountReversed = takenBackNow(checkout)
  if (payment?.status !== 'succeeded') return null
  const t = translateIn(locale)
  const text = (minor: number) => write.money(minor).text
  const undelivered =
    amountUndelivered > 0
      ? t('refund.undelivered', { amount: text(amountUndelivered), merchant: merchant.name })
      : null
  if (amountRefunded + amountReversed === 0)
    return undelivered === null
      ? null
      : {
          title: t('paid.already.title'),
          text: undelivered,
          total: null,
          facts: [[t('receipt.amount'), text(payment.amount), null]],
        }
  const left = leftMinorOf({
    capturedMinor: payment.amount,
    refundedMinor: amountRefunded,
    reversedMinor: amountReversed,
    reinstatedMinor: 0,
  })
  const refunds = refundsOf(checkout).map(({ amount, at }): Row => [
    t('refund.refunded'),
    minus(text(amount)),
    at && write.dayOf(at),
  ])
  const reversals: Row[] =
    amountReversed > 0 ? [[t('refund.reversed'), minus(text(amountReversed)), null]] : []
  const said = sentences(checkout, payment, text, t)
  return {
    ...said,
    text: undelivered === null ? said.text : `${said.text} ${undelivered}`,
    facts: [
      [t('refund.paid'), text(payment.amount), null],
      ...refunds,
      ...reversals,
      [t(amountReversed > 0 ? 'refund.taken-back.left' : 'refund.balance'), text(left), null],
    ],
  }
}

/** What banks and networks took back, less what of it came again. */
export function takenBackNow({
  amountReversed: reversedMinor,
  amountReinstated: reinstatedMinor,
}: Pick<Checkout, 'amountReversed' | 'amountReinstated'>): number {
  return netReversedMinor({ reversedMinor, reinstatedMinor })
}

/** The refunds. An amount that they do not explain, as with an older server, is added as a refund without a date. */
function refundsOf({ refunds, amountRefunded }: Checkout): { amount: number; at: string | null }[] {
  const explained = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const rest = amountRefunded - explained
  return rest > 0 ? [{ amount: rest, at: null }, ...refunds] : refunds
}

function sentences(
  checkout: Checkout,
  { method }: CheckoutPayment,
  text: (minor: number) => string,
  t: Translate,
): Pick<PageStanding, 'title' | 'text' | 'total'> {
  const { amountRefunded, merchant } = checkout
  const refunded = text(amountRefunded)
  const reversed = text(takenBackNow(checkout))
  const refundText = t(REFUND_TEXTS[METHODS[method].refundsTo], { merchant: merchant.name })
  const { word } = standingOfCheckout(checkout)
  if (isTakenBack(word)) {
    const isWhole = word === 'taken_back'
    const why = t('refund.taken-back.text', { amount: reversed, merchant: merchant.name })
    return {
      title: t(isWhole ? 'refund.taken-back.title' : 'refund.taken-back.part', {
        amount: reversed,
      }),
      text: amountRefunded > 0 ? `${why} ${refundText}` : why,
      total: isWhole ? { label: t('refund.reversed'), text: reversed } : null,
    }
  }
  const isWhole = word === 'refunded'
  return {
    title: isWhole ? t('paid.refunded.title') : t('refund.title', { amount: refunded }),
    text: refundText,
    total: isWhole ? { label: t('refund.refunded'), text: refunded } : null,
  }
}
