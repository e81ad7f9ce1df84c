import type { PaymentMethod, PaymentState } from '#contract/payment.ts'
import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import type { SimulatedEvent } from '#server/processors/processor.ts'
import type { SimulateDispute } from './simulate-dispute.ts'
import type { SimulateReturnedRefund } from './simulate-returned-refund.ts'
import type { SimulateReversal } from './simulate-reversal.ts'
import type { SessionWithPayment } from '#server/database/sessions/sessions.ts'

/** What a session's payment is brought to; the others happen to money that was taken. */
export type Decided = Exclude<
  SimulateSession,
  SimulateDispute | SimulateReversal | SimulateReturnedRefund
>
export type DecidedOutcome = Decided['outcome']

export interface OutcomeRules {
  /** The method of the payment; `null`: that of the live payment, else the first one the session accepts. */
  method: PaymentMethod | null
  /** Whether a live payment of that method can reach the outcome. `isAwaited`: it awaits an action of the shopper. */
  fits: (isAwaited: boolean) => boolean
  /** The event that brings a live payment to the outcome; `undefined` when it is there already. */
  event: (status: PaymentState, simulated: Decided) => SimulatedEvent | undefined
  isReached: (session: SessionWithPayment, simulated: Decided) => boolean
  /** The session expires without the payment. */
  endsSession?: true
  /** The money arrives after the session has expired. */
  isLate?: true
  /** A card is held: only a session with manual capture has one. */
  isOfHold?: true
}

/** Rules of a live payment that succeeds. */
export const PAID: Omit<OutcomeRules, 'method'> = {
  fits: () => true,
  event: () => ({ type: 'pay' }),
  isReached: ({ payment }) => payment?.status === 'succeeded',
}

/** Rules of a voucher that is paid after its session has expired. */
export function paidLateBy(method: PaymentMethod): OutcomeRules {
  return {
    method,
    fits: (isAwaited) => isAwaited,
    event: () => ({ type: 'expire' }),
    isReached: ({ payment }) => payment?.late === true,
    endsSession: true,
    isLate: true,
  }
}
