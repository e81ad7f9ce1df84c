import type { PageCheckout } from '#contract/page.ts'
import { type Screen, screenOf } from './screen-of.ts'

/** How the shopper came to this page. */
export interface Arrival {
  /** The session was already paid, or its payment held, before this visit, not by the challenge or form that leads here. */
  openedPaid: boolean
  /** The payment whose challenge the shopper returns from, or is in. The page was left for it, which lost the typed card. */
  challengedPaymentId: string | undefined
  /** The same payment, if its result must be requested. */
  returnedPaymentId: string | null
  /** The live payment next to which the form was requested. */
  paymentIdToReplace: string | null
}

export function arrivalOf(
  { status, payment, paymentStatus }: PageCheckout,
  search: URLSearchParams,
): Arrival {
  const from = search.get('from')
  const comesFromChallenge = from === 'challenge'
  const isChallenged = payment?.status === 'requires_action' && payment.action?.type === 'challenge'
  return {
    openedPaid:
      (status === 'complete' || paymentStatus === 'authorized') &&
      !comesFromChallenge &&
      from !== 'form',
    challengedPaymentId: comesFromChallenge || isChallenged ? payment?.id : undefined,
    returnedPaymentId: comesFromChallenge && isChallenged ? payment.id : null,
    paymentIdToReplace: search.has('pay') ? (payment?.id ?? null) : null,
  }
}

/** The screen to render first, on the server and in hydration. */
export function firstScreenOf(checkout: PageCheckout, arrival: Arrival): Screen {
  return screenOf(checkout, {
    openedPaid: arrival.openedPaid,
    isPaying: false,
    isAnswerMissing: arrival.returnedPaymentId !== null,
    paymentIdToReplace: arrival.paymentIdToReplace,
  })
}
