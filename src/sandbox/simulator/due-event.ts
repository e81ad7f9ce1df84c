import type { DisputedAs } from './test-cards.ts'
import type { VoucherBehavior } from './test-payers.ts'

/** An event that happens to a new payment at a time without a request. */
export interface PlannedEvent {
  at: Date
  type: 'pay' | 'expire'
}

/** An event that happens to a payment at a time without a request. */
export interface DueEvent {
  at: Date
  type:
    | PlannedEvent['type']
    | 'authorize'
    | 'end_hold'
    | 'fail_capture'
    | 'capture_again'
    | 'dispute'
}

const EXPIRY_DELAY_MS = 15_000
export const REFUND_DELAY_MS = 5_000
export const CAPTURE_FAILS_AFTER_MS = 5_000
export const CAPTURED_AGAIN_AFTER_MS = 10_000
const DISPUTED_AFTER_MS = 5_000

/** The due event of a voucher by its payer's behavior; an expired voucher is never paid. */
export function voucherDue(
  behavior: VoucherBehavior,
  { now, expiresAt, paymentDelayMs }: { now: Date; expiresAt: Date; paymentDelayMs: number },
): PlannedEvent {
  switch (behavior) {
    case 'succeed_immediately':
      return { type: 'pay', at: now }
    case 'expire_immediately':
      return { type: 'expire', at: now }
    case 'expire_with_delay':
      return { type: 'expire', at: after(now, EXPIRY_DELAY_MS) }
    case 'fill_never':
      return { type: 'expire', at: expiresAt }
    case 'succeed_with_delay': {
      const paidAt = after(now, paymentDelayMs)
      return paidAt < expiresAt ? { type: 'pay', at: paidAt } : { type: 'expire', at: expiresAt }
    }
  }
}

/** The dispute of a payment that has succeeded now; null where nobody disputes it. */
export function disputeDue(disputedAs: DisputedAs | null, now: Date): DueEvent | null {
  return disputedAs === null ? null : { type: 'dispute', at: after(now, DISPUTED_AFTER_MS) }
}

export function after(time: Date, delayMs: number): Date {
  return new Date(time.getTime() + delayMs)
}
