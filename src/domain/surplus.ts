import type { PaymentState } from '../contract/payment.ts'
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
  /** Null: `currency`. */
  capturedCurrency: string | null
  currency: string
}

/** Whether an outcome says that more was taken than a payment whose money is booked and decided. */
export function mayBringSurplus(payment: Booked, outcome: PaymentOutcome): boolean {
  return (
    outcome.status === 'succeeded' &&
    (payment.status === 'succeeded' || payment.status === 'failed') &&
    payment.capturedMinor > 0 &&
    outcome.currency === (payment.capturedCurrency ?? payment.currency) &&
    outcome.capturedMinor > payment.capturedMinor
  )
}

/** What an outcome's total says beyond the payment and its known surpluses, in minor units: 0 when nothing is new. */
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
 * Of a total that was taken back of a payment and its surpluses, the new total of each: a surplus that has not been returned
 * comes first, the latest before others, since what was paid for is kept for as long as there is more.
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
