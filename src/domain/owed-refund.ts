import { doubledMs } from './backoff.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The next automatic refund of what is left, in minor units. More than was asked can have come in several parts, such as a
 * code that was paid twice, and a processor then refuses one refund of all: after the first, none exceeds what was asked.
 */
export function owedRefundMinor(
  leftMinor: number,
  { amountMinor, refundTries }: { amountMinor: number; refundTries: number },
): number {
  return refundTries === 0 ? leftMinor : Math.min(leftMinor, amountMinor)
}

/** Backoff between the automatic refunds of owed money, after so many of them: a minute, doubling, at most six hours. */
export function owedRefundDelayMs(tries: number): number {
  return doubledMs(MINUTE_MS, tries - 1, 6 * HOUR_MS)
}
