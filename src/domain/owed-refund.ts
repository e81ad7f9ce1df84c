import { doubledMs } from './backoff.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The amount of the next automatic refund of owed money, in minor units. The first refund is of all that is left. A later one
 * is at most the amount that was asked: more than that may have come in several parts, such as a code that was paid twice,
 * and a processor may refuse to refund them at once.
 */
export function owedRefundMinor(
  leftMinor: number,
  { amountMinor, refundTries }: { amountMinor: number; refundTries: number },
): number {
  return refundTries === 0 ? leftMinor : Math.min(leftMinor, amountMinor)
}

/** Backoff after `tries` automatic refunds of owed money: a minute, doubling, at most six hours. In milliseconds. */
export function owedRefundDelayMs(tries: number): number {
  return doubledMs(MINUTE_MS, tries - 1, 6 * HOUR_MS)
}
