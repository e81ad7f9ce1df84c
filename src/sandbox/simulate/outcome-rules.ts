import type { PaymentMethod, PaymentState } from '../../contract/payment.ts'
import type { Simulate } from '../../contract/sandbox-simulate.ts'
import type { SimulatedEvent } from '../../server/processors/processor.ts'
import type { SessionWithPayment } from '../../server/database/sessions.ts'

/** How an outcome is brought about. */
export interface OutcomeRules {
  /** Of the payment that comes to it; `null`: the live one, else by the first method that the session takes. */
  method: PaymentMethod | null
  /** Whether a live payment of that method can come to it. `isAwaited`: its shopper has something to do for it. */
  fits: (isAwaited: boolean) => boolean
  /** What has to happen to a live payment; nothing where it is there already. */
  event: (status: PaymentState, simulated: Simulate) => SimulatedEvent | undefined
  isReached: (session: SessionWithPayment, simulated: Simulate) => boolean
  /** The session ends without its payment. */
  endsSession?: true
  /** The money comes after that. */
  isLate?: true
}

/** The payment is live, and its money comes. */
export const PAID: Omit<OutcomeRules, 'method'> = {
  fits: () => true,
  event: () => ({ type: 'pay' }),
  isReached: ({ payment }) => payment?.status === 'succeeded',
}
