import type { PageAction, PageCheckout, PagePayment } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'

const ACTION_SCREENS = Object.values(METHODS).flatMap(({ actions }) => actions)
const FINAL_SCREENS = ['paid', 'paid-already', 'expired', 'canceled'] as const

/** The screens, one for each state that the shopper can see. */
export type Screen =
  | 'open'
  | PageAction['type']
  | 'checking'
  | 'processing'
  | (typeof FINAL_SCREENS)[number]

/** The names are shared with previews, gallery, samples and browser tests. */
export const SCREENS: readonly Screen[] = [
  'open',
  ...ACTION_SCREENS,
  'checking',
  'processing',
  ...FINAL_SCREENS,
]

/** Whether the session can change no more, except by refunds or late money. */
export function isFinal(screen: Screen): screen is (typeof FINAL_SCREENS)[number] {
  return FINAL_SCREENS.some((final) => final === screen)
}

export function isPaid(screen: Screen): boolean {
  return screen === 'paid' || screen === 'paid-already'
}

/** Whether the screen shows an action that the payment requires. */
export function isAction(screen: Screen): screen is PageAction['type'] {
  return ACTION_SCREENS.some((action) => action === screen)
}

/** Client-side state of this visit. */
export interface Visit {
  /** The session was already paid before this visit, not by the challenge or form that leads here. */
  openedPaid: boolean
  /** A payment request is in flight: the form stays. */
  isPaying: boolean
  /** The response to a payment request or a challenge is missing. */
  isAnswerMissing: boolean
  /** The live payment that the shopper wants to replace. */
  paymentIdToReplace: string | null
}

/** The screen for a session's state. A payment with an unknown outcome is never shown as failed. */
export function screenOf(checkout: PageCheckout, visit: Visit): Screen {
  switch (checkout.status) {
    case 'complete':
      return visit.openedPaid ? 'paid-already' : 'paid'
    case 'expired':
    case 'canceled':
      return isUndecided(checkout.payment)
        ? screenOfPayment(checkout.payment, visit)
        : checkout.status
    case 'open':
      if (visit.isAnswerMissing) return 'checking'
      return visit.isPaying ? 'open' : screenOfPayment(checkout.payment, visit)
  }
}

/** The outcome is unknown; money may have moved. */
function isUndecided(payment: PagePayment | null): boolean {
  return (
    payment?.status === 'created' ||
    payment?.status === 'unknown' ||
    payment?.status === 'amount_mismatch' ||
    payment?.status === 'processing'
  )
}

function screenOfPayment(payment: PagePayment | null, visit: Visit): Screen {
  switch (payment?.status) {
    case undefined:
    case 'failed':
    case 'voided':
      return 'open'
    case 'created':
    case 'unknown':
    case 'succeeded':
      return 'checking'
    case 'processing':
    case 'authorized':
    case 'amount_mismatch':
      return 'processing'
    case 'requires_action':
      return payment.id === visit.paymentIdToReplace ? 'open' : (payment.action?.type ?? 'checking')
  }
}
