import type { PaymentState } from '../../contract/payment.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/**
 * How long to wait before the processor is asked about a live attempt. Its notification is the usual way; asking finds
 * what no notification told. An attempt of unknown fate is asked about soon, and ever more slowly, but without end.
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

/** A created attempt is asked about only after the call that made it must have ended. */
export const CREATED_INQUIRY_DELAY_MS = 30 * SECOND
