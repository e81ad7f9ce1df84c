import type { PaymentState } from '#contract/payment.ts'
import { isLive } from './payment-state.ts'
import { netReversedMinor, type TakenBack } from './reversal.ts'
import type { PaymentOutcome } from './settle.ts'

/** Money that came on top of a payment, as another payment of its session. */
export interface Surplus extends TakenBack {
  capturedMinor: number
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
 * Divides what was taken back and given back again among a payment and its surpluses; returns the new totals of each. Surpluses
 * that were not returned lose money first, the latest before the others, so that the payment keeps its money for as long as
 * possible. It gets its money again first, and nobody gets more again than was taken back.
 */
export function shareTakenBack(
  payment: TakenBack,
  surpluses: readonly Surplus[],
  totals: TakenBack,
): { ofPayment: TakenBack; ofSurpluses: TakenBack[] } {
  const reversed = shareReversal(payment, surpluses, totals.reversedMinor)
  let left = moreThan(totals.reinstatedMinor, [payment, ...surpluses], 'reinstatedMinor')
  const reinstated = ({ reinstatedMinor }: TakenBack, reversedMinor: number): TakenBack => {
    const share = Math.min(left, Math.max(0, reversedMinor - reinstatedMinor))
    left -= share
    return { reversedMinor, reinstatedMinor: reinstatedMinor + share }
  }
  return {
    ofPayment: reinstated(payment, reversed.ofPayment),
    ofSurpluses: surpluses.map((one, index) =>
      reinstated(one, reversed.ofSurpluses[index] ?? one.reversedMinor),
    ),
  }
}

function shareReversal(
  payment: TakenBack,
  surpluses: readonly Surplus[],
  totalMinor: number,
): { ofPayment: number; ofSurpluses: number[] } {
  let left = moreThan(totalMinor, [payment, ...surpluses], 'reversedMinor')
  const ofSurpluses = surpluses
    .toReversed()
    .map((one) => {
      const gone = netReversedMinor(one) + one.returnedMinor
      const share = Math.min(left, Math.max(0, one.capturedMinor - gone))
      left -= share
      return one.reversedMinor + share
    })
    .toReversed()
  return { ofPayment: payment.reversedMinor + left, ofSurpluses }
}

/** By how much a total exceeds what is booked of it. */
function moreThan(totalMinor: number, booked: readonly TakenBack[], of: keyof TakenBack): number {
  return Math.max(
    0,
    booked.reduce((left, one) => left - one[of], totalMinor),
  )
}
