import type { PaymentOutcome } from './settle.ts'

/**
 * The total that banks and networks have taken back of a payment, in minor units, if an outcome says more than is known;
 * else undefined. The processor states the total: what was captured or refunded does not bound it.
 */
export function grownReversal(
  { reversedMinor }: { reversedMinor: number },
  outcome: PaymentOutcome,
): number | undefined {
  const total = outcome.status === 'succeeded' ? (outcome.reversedMinor ?? 0) : 0
  return total > reversedMinor ? total : undefined
}

/** What is left of captured money, in minor units: 0 when more went back than was captured. */
export function leftMinorOf({
  capturedMinor,
  refundedMinor,
  reversedMinor,
}: {
  capturedMinor: number
  refundedMinor: number
  reversedMinor: number
}): number {
  return Math.max(0, capturedMinor - refundedMinor - reversedMinor)
}
