import type { PaymentState } from '../../contract/payment.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/**
 * Polling schedule for a live payment, in case the processor's notification is lost: exponential backoff, capped, and
 * without a last attempt.
 */
export function inquiryDelayMs(status: PaymentState, inquiries: number): number {
  switch (status) {
    case 'created':
    case 'unknown':
      return Math.min(2 * SECOND * 2 ** Math.min(inquiries, 10), 10 * MINUTE)
    case 'processing':
      return Math.min(10 * SECOND * 2 ** Math.min(inquiries, 10), 30 * MINUTE)
    case 'requires_action':
    case 'succeeded':
    case 'failed':
      return 5 * MINUTE
  }
}

/** Longer than the timeout of the call that creates the payment. */
export const CREATED_INQUIRY_DELAY_MS = 30 * SECOND
