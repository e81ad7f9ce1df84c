import type { CheckoutPayment } from '#contract/checkout.ts'
import type { PagePayment } from '#contract/page.ts'
import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import { shownDecline } from '#domain/methods/card/card-decline.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { page as en } from '#words/en.ts'
import { translateIn } from '#words/translate-in.ts'

/** Why a payment failed, as title and text; `null` for any other state. */
export function declineTexts(
  { status, method, declineCode, moneyTaken }: CheckoutPayment,
  locale: string,
): PagePayment['decline'] {
  if (status !== 'failed') return null
  const t = translateIn(locale)
  // No bank declined a payment for which money was taken.
  const reason = moneyTaken === true ? 'other' : reasonOf(method, declineCode ?? 'card_declined')
  return { title: t(`decline.${reason}.title`), text: t(`decline.${reason}.text`) }
}

/** The reason whose texts are shown. For a payment without a card, no reason whose texts mention a card. */
function reasonOf(method: PaymentMethod, declineCode: DeclineCode) {
  const { needsSealedCard, expiresAs } = METHODS[method]
  const hasOwnWords = needsSealedCard || declineCode === expiresAs || declineCode === 'replaced'
  const code = shownDecline(declineCode)
  const isKnown = Object.hasOwn(en, `decline.${code}.title`)
  return hasOwnWords && isKnown ? code : 'other'
}
