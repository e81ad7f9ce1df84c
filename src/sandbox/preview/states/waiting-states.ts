import { tried } from './attempts.ts'
import type { CheckoutState } from './state.ts'

/** A payment is live, and the bank or the processor has the next word. */
export const CHECKING_STATES: readonly CheckoutState[] = [
  {
    name: 'checking',
    title: 'Checking: the processor did not answer',
    read: (open) => tried(open, { status: 'unknown' }, { paymentStatus: 'processing' }),
  },
  {
    name: 'processing',
    title: 'Being processed',
    read: (open) => tried(open, { status: 'processing' }, { paymentStatus: 'processing' }),
  },
]
