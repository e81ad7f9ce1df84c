import type { PaymentOutcome } from './settle.ts'

/** What moved after the capture of a payment, in minor units: two totals, neither of which ever falls. */
export interface TakenBack {
  /** What banks and networks took back. */
  reversedMinor: number
  /** What of it they gave back again. */
  reinstatedMinor: number
}

/** What is taken back now, in minor units. */
export function netReversedMinor({ reversedMinor, reinstatedMinor }: TakenBack): number {
  return Math.max(0, reversedMinor - reinstatedMinor)
}

/** Both totals, as an outcome states them. */
export function takenBackOf(outcome: PaymentOutcome): TakenBack {
  if (outcome.status !== 'succeeded') return { reversedMinor: 0, reinstatedMinor: 0 }
  const { reversedMinor = 0, reinstatedMinor = 0 } = outcome
  return { reversedMinor, reinstatedMinor }
}

/** Whether an outcome states a total that is larger than the known one. */
export function hasMoreTakenBack(known: TakenBack, outcome: PaymentOutcome): boolean {
  const { reversedMinor, reinstatedMinor } = takenBackOf(outcome)
  return reversedMinor > known.reversedMinor || reinstatedMinor > known.reinstatedMinor
}

/**
 * Whether what an outcome says was taken back can be: of the money that was captured, in its currency. A second chargeback that
 * overtakes the reinstatement between the two waits for it.
 */
export function isExplained(
  payment: { capturedMinor: number; capturedCurrency: string | null; currency: string },
  outcome: PaymentOutcome,
): boolean {
  const totals = takenBackOf(outcome)
  if (outcome.status !== 'succeeded' || totals.reversedMinor + totals.reinstatedMinor === 0)
    return true
  const currency = payment.capturedCurrency ?? payment.currency
  return (
    (payment.capturedMinor === 0 || outcome.currency === currency) &&
    totals.reversedMinor - totals.reinstatedMinor <= outcome.capturedMinor
  )
}

/** What is left of captured money, in minor units: 0 when more went back than was captured. */
export function leftMinorOf({
  capturedMinor,
  refundedMinor,
  ...takenBack
}: { capturedMinor: number; refundedMinor: number } & TakenBack): number {
  return Math.max(0, capturedMinor - refundedMinor - netReversedMinor(takenBack))
}
