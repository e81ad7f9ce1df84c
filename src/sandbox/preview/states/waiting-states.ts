import { tried } from './attempts.ts'
import type { CheckoutState } from './state.ts'

/** A live payment is with the bank or the processor. */
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
