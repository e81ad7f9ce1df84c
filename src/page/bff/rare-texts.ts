import type { Checkout } from '#contract/checkout.ts'
import type { PageCheckout } from '#contract/page.ts'
import { translateIn } from '#words/translate-in.ts'

const ATTEMPTS_LEFT_SHOWN = 3

/** Sentences that only few sessions have; each is absent where it does not apply. */
export function rareTexts(
  { attemptsLeft, status, paymentStatus, merchant }: Checkout,
  locale: string,
): Pick<PageCheckout, 'attemptsLeftText' | 'lateMoneyText'> {
  const t = translateIn(locale)
  if (status === 'open') {
    const isCounted = attemptsLeft > 0 && attemptsLeft <= ATTEMPTS_LEFT_SHOWN
    return isCounted ? { attemptsLeftText: t('pay.attempts-left', { count: attemptsLeft }) } : {}
  }
  if (status === 'complete') return {}
  switch (paymentStatus) {
    case 'paid':
    case 'partially_refunded':
      return { lateMoneyText: t('ended.money-came', { merchant: merchant.name }) }
    case 'refunded':
      return { lateMoneyText: t('ended.money-returned') }
    case 'unpaid':
    case 'requires_action':
    case 'processing':
      return {}
  }
}
