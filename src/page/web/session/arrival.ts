import type { PageCheckout } from '../../../contract/page.ts'
import { type Screen, screenOf } from './screen-of.ts'

/** How the shopper came to this page. */
export interface Arrival {
  /** To an order that is paid already, other than by the challenge or the form they come from. */
  openedPaid: boolean
  /** Back from the bank: the attempt whose result is to be asked for. */
  returnedPaymentId: string | null
  /** The live attempt beside which the form was asked for. */
  leftPaymentId: string | null
}

export function arrivalOf({ status, payment }: PageCheckout, search: URLSearchParams): Arrival {
  const from = search.get('from')
  const comesFromChallenge = from === 'challenge'
  const isChallenged = payment?.status === 'requires_action' && payment.action?.type === 'challenge'
  return {
    openedPaid: status === 'complete' && !comesFromChallenge && from !== 'form',
    returnedPaymentId: comesFromChallenge && isChallenged ? payment.id : null,
    leftPaymentId: search.has('pay') ? (payment?.id ?? null) : null,
  }
}

/** The screen that the page comes with. */
export function firstScreenOf(checkout: PageCheckout, arrival: Arrival): Screen {
  return screenOf(checkout, {
    openedPaid: arrival.openedPaid,
    isPaying: false,
    isAnswerMissing: arrival.returnedPaymentId !== null,
    leftPaymentId: arrival.leftPaymentId,
  })
}
