import type { Checkout } from '#contract/checkout.ts'
import type { PageCheckout } from '#contract/page.ts'
import { formatMoney } from '#domain/money.ts'
import { isTakenBack } from '#domain/standing.ts'
import { hasMoney } from '#domain/take-money.ts'
import { translateIn } from '#words/translate-in.ts'
import { takenBackNow } from './returned-money.ts'
import { standingOfCheckout } from './standing-of-checkout.ts'

const ATTEMPTS_LEFT_SHOWN = 3

/** Sentences that only few sessions have; each is absent where it does not apply. */
export function rareTexts(
  checkout: Checkout,
  locale: string,
): Pick<PageCheckout, 'attemptsLeftText' | 'lateMoneyText'> {
  const { attemptsLeft, status, paymentStatus, merchant, currency } = checkout
  const t = translateIn(locale)
  if (status === 'open') {
    const isCounted = attemptsLeft > 0 && attemptsLeft <= ATTEMPTS_LEFT_SHOWN
    return isCounted ? { attemptsLeftText: t('pay.attempts-left', { count: attemptsLeft }) } : {}
  }
  if (status === 'complete') return {}
  if (!hasMoney(paymentStatus)) return {}
  const { name } = merchant
  const { word } = standingOfCheckout(checkout)
  if (isTakenBack(word)) {
    const amount = formatMoney({ amount: takenBackNow(checkout), currency }, locale)
    return { lateMoneyText: t('refund.taken-back.text', { amount, merchant: name }) }
  }
  return {
    lateMoneyText:
      word === 'refunded' ? t('ended.money-returned') : t('ended.money-came', { merchant: name }),
  }
}
