import type { PageAction, PageCheckout, PagePayment } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'

const ACTION_SCREENS = Object.values(METHODS).flatMap(({ actions }) => actions)
const HELD_SCREENS = ['authorized', 'authorized-already'] as const
const FINAL_SCREENS = [...HELD_SCREENS, 'paid', 'paid-already', 'expired', 'canceled'] as const

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

/** Whether the shopper has nothing left to do: the session changes only by the merchant, by refunds or by late money. */
export function isFinal(screen: Screen): screen is (typeof FINAL_SCREENS)[number] {
  return FINAL_SCREENS.some((final) => final === screen)
}

/** Whether the payment is held until the merchant captures it. */
export function isHeld(screen: Screen): screen is (typeof HELD_SCREENS)[number] {
  return HELD_SCREENS.some((held) => held === screen)
}

export function hasReceipt(screen: Screen): boolean {
  return screen === 'paid' || screen === 'paid-already' || isHeld(screen)
}

/** Whether the screen shows an action that the payment requires. */
export function isAction(screen: Screen): screen is PageAction['type'] {
  return ACTION_SCREENS.some((action) => action === screen)
}

/** Client-side state of this visit. */
export interface Visit {
  /** The session was already paid, or its payment held, before this visit, not by the challenge or form that leads here. */
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
      return isUndecided(checkout.payment) ? screenOfPayment(checkout, visit) : checkout.status
    case 'open':
      if (visit.isAnswerMissing) return 'checking'
      return visit.isPaying ? 'open' : screenOfPayment(checkout, visit)
  }
}

/** The outcome is unknown; money may have moved. */
function isUndecided(payment: PagePayment | null): boolean {
  return (
    payment?.status === 'created' ||
    payment?.status === 'unknown' ||
    payment?.status === 'authorized' ||
    payment?.status === 'amount_mismatch' ||
    payment?.status === 'processing'
  )
}

function screenOfPayment({ payment, paymentStatus }: PageCheckout, visit: Visit): Screen {
  switch (payment?.status) {
    case undefined:
    case 'failed':
    case 'voided':
      return 'open'
    case 'authorized':
      // With automatic capture, it is about to be captured.
      if (paymentStatus !== 'authorized') return 'processing'
      return visit.openedPaid ? 'authorized-already' : 'authorized'
    case 'created':
    case 'unknown':
    case 'succeeded':
      return 'checking'
    case 'processing':
    case 'amount_mismatch':
      return 'processing'
    case 'requires_action':
      return payment.id === visit.paymentIdToReplace ? 'open' : (payment.action?.type ?? 'checking')
  }
}
