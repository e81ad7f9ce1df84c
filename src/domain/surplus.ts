import type { PaymentState } from '#contract/payment.ts'
import { isLive } from './payment-state.ts'
import type { PaymentOutcome } from './settle.ts'

/** Money that came on top of a payment, as another payment of its session. */
export interface Surplus {
  capturedMinor: number
  reversedMinor: number
  /** Without refunds that are pending. */
  returnedMinor: number
}

interface Booked {
  status: PaymentState
  capturedMinor: number
  /** Null: the same as `currency`. */
  capturedCurrency: string | null
  currency: string
}

/** Whether an outcome states a larger total than the captured amount of a payment that succeeded or failed. */
export function mayBringSurplus(payment: Booked, outcome: PaymentOutcome): boolean {
  return (
    outcome.status === 'succeeded' &&
    !isLive(payment.status) &&
    payment.capturedMinor > 0 &&
    outcome.currency === (payment.capturedCurrency ?? payment.currency) &&
    outcome.capturedMinor > payment.capturedMinor
  )
}

/** How much an outcome's total exceeds the payment and its known surpluses, in minor units: 0 when nothing is new. */
export function newSurplusMinor(
  payment: { capturedMinor: number },
  known: readonly Surplus[],
  outcome: PaymentOutcome,
): number {
  const total = outcome.status === 'succeeded' ? outcome.capturedMinor : 0
  const booked = known.reduce((sum, one) => sum + one.capturedMinor, payment.capturedMinor)
  return Math.max(0, total - booked)
}

/**
 * Divides the total that was taken back among a payment and its surpluses; returns the new total of each. Surpluses that were
 * not returned come first, the latest before the others, so that the payment keeps its money for as long as possible.
 */
export function shareReversal(
  payment: { reversedMinor: number },
  surpluses: readonly Surplus[],
  totalMinor: number,
): { ofPayment: number; ofSurpluses: number[] } {
  const known = surpluses.reduce((sum, one) => sum + one.reversedMinor, payment.reversedMinor)
  let left = Math.max(0, totalMinor - known)
  const ofSurpluses = surpluses
    .toReversed()
    .map(({ capturedMinor, reversedMinor, returnedMinor }) => {
      const share = Math.min(left, Math.max(0, capturedMinor - reversedMinor - returnedMinor))
      left -= share
      return reversedMinor + share
    })
    .toReversed()
  return { ofPayment: payment.reversedMinor + left, ofSurpluses }
}
