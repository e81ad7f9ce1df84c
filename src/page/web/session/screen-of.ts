import type { PageAction, PageCheckout, PagePayment } from '../../../contract/page.ts'
import { METHODS } from '../../../domain/methods/methods.ts'

const ACTION_SCREENS = Object.values(METHODS).flatMap(({ actions }) => actions)
const FINAL_SCREENS = ['paid', 'paid-already', 'expired', 'canceled'] as const

/** Each state of a session that the shopper can see, as the screen that shows it. */
export type Screen =
  | 'open'
  | PageAction['type']
  | 'checking'
  | 'processing'
  | (typeof FINAL_SCREENS)[number]

/** All of them. Previews, pictures, samples and browser tests have a state by each of these names, or more. */
export const SCREENS: readonly Screen[] = [
  'open',
  ...ACTION_SCREENS,
  'checking',
  'processing',
  ...FINAL_SCREENS,
]

/** Whether nothing is left to do there. */
export function isFinal(screen: Screen): screen is (typeof FINAL_SCREENS)[number] {
  return FINAL_SCREENS.some((final) => final === screen)
}

/** Whether the shopper has something to do there for a payment. */
export function isAction(screen: Screen): screen is PageAction['type'] {
  return ACTION_SCREENS.some((action) => action === screen)
}

/** What this one visit to the page adds to the state of the session. */
export interface Visit {
  /** The session was paid before the page was opened, other than by the challenge that the shopper comes from. */
  openedPaid: boolean
  /** A press of the button is on its way: the form stays until it is answered. */
  isPaying: boolean
  /** The answer to a press of the button, or to a challenge, is missing. */
  isAnswerMissing: boolean
  /** The live attempt that the shopper wants to replace by another. */
  leftPaymentId: string | null
}

/** Which screen shows a session. An attempt whose outcome is open never leads to a screen that says it failed. */
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

/** Money may have moved, and nobody knows yet. */
function isUndecided(payment: PagePayment | null): boolean {
  return (
    payment?.status === 'created' ||
    payment?.status === 'unknown' ||
    payment?.status === 'processing'
  )
}

function screenOfPayment(payment: PagePayment | null, visit: Visit): Screen {
  switch (payment?.status) {
    case undefined:
    case 'failed':
      return 'open'
    case 'created':
    case 'unknown':
    case 'succeeded':
      return 'checking'
    case 'processing':
      return 'processing'
    case 'requires_action':
      return payment.id === visit.leftPaymentId ? 'open' : (payment.action?.type ?? 'checking')
  }
}
