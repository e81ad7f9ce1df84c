import type { VoucherBehavior } from './test-payers.ts'

/** What happens to a payment by itself, and when. */
export interface DueEvent {
  at: Date
  type: 'pay' | 'expire'
}

const EXPIRY_DELAY_MS = 15_000
export const PIX_PAYMENT_DELAY_MS = 15_000
export const BOLETO_PAYMENT_DELAY_MS = 30_000
export const CARD_PROCESSING_DELAY_MS = 5_000
export const REFUND_DELAY_MS = 5_000
/** As long as issuers commonly leave a 3-D Secure page open. */
export const CHALLENGE_EXPIRY_DELAY_MS = 15 * 60_000

/** When a voucher is paid or expires: as its payer behaves, and never paid once it has expired. */
export function voucherDue(
  behavior: VoucherBehavior,
  { now, expiresAt, paymentDelayMs }: { now: Date; expiresAt: Date; paymentDelayMs: number },
): DueEvent {
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

const DAY_MS = 24 * 60 * 60_000

/**
 * When an unpaid boleto is given up: one day after the end of its due date in São Paulo, because banks settle on the next
 * day. Brazil keeps UTC-3 the whole year since 2019.
 */
export function boletoExpiresAt(dueDate: string): Date {
  return new Date(Date.parse(`${dueDate}T00:00:00-03:00`) + 2 * DAY_MS)
}

export function after(time: Date, delayMs: number): Date {
  return new Date(time.getTime() + delayMs)
}
