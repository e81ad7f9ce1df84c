import { withPayment } from './payments.ts'
import type { CheckoutState } from './state.ts'

/** A live payment is with the bank or the processor. */
export const CHECKING_STATES: readonly CheckoutState[] = [
  {
    name: 'checking',
    title: 'Checking: the processor did not answer',
    read: (open) => withPayment(open, { status: 'unknown' }, { paymentStatus: 'processing' }),
  },
  {
    name: 'processing',
    title: 'Being processed',
    read: (open) => withPayment(open, { status: 'processing' }, { paymentStatus: 'processing' }),
  },
  {
    name: 'amount-mismatch',
    title: 'Another amount was taken, and is decided on',
    read: (open) =>
      withPayment(
        open,
        { status: 'amount_mismatch', moneyTaken: true },
        { paymentStatus: 'processing' },
      ),
  },
]
