import type { PaymentState } from '#contract/payment.ts'
import { doubledMs } from '#domain/backoff.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Polling schedule for a live payment, in case the processor's notification is lost: exponential backoff, capped, and
 * without a last attempt.
 */
export function inquiryDelayMs(status: PaymentState, inquiries: number): number {
  switch (status) {
    case 'created':
    case 'unknown':
      return doubledMs(2 * SECOND, inquiries, 10 * MINUTE)
    case 'processing':
    case 'amount_mismatch':
      return doubledMs(10 * SECOND, inquiries, 30 * MINUTE)
    case 'requires_action':
    case 'authorized':
    // The first half hour covers a challenge and most Pix codes. A voucher waits for days.
    // The processor is asked about a payment that has ended only until it answers.
    case 'succeeded':
    case 'failed':
    case 'voided':
      return doubledMs(5 * MINUTE, inquiries - 5, 6 * HOUR)
  }
}

/** The delay before the next inquiry about a pending refund, after `inquiries` calls to the processor. A refund can take days. */
export function refundInquiryDelayMs(inquiries: number): number {
  return doubledMs(10 * SECOND, inquiries - 1, HOUR)
}

/** The delay before a capture or release is requested again, after so many requests. */
export function intentDelayMs(requests: number): number {
  return doubledMs(10 * SECOND, requests - 1, HOUR)
}

/**
 * The time from an inquiry that a notification caused to one more inquiry: longer than most look-ups lag behind. Afterwards a
 * live payment is inquired about by its schedule, and one that has ended only by reconciliation.
 */
export const ASK_ONCE_MORE_MS = MINUTE

/** Longer than the timeout of the call that creates the payment. */
export const CREATED_INQUIRY_DELAY_MS = 30 * SECOND
