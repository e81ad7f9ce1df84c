import type { PaymentAction } from '../../contract/checkout.ts'
import type { DeclineCode, MaskedCard } from '../../contract/payment.ts'
import type { DueEvent } from './due-event.ts'

/** How a new payment begins, and what will happen to it by itself. */
export interface PaymentPlan {
  state:
    | { status: 'requires_action'; action: PaymentAction }
    | { status: 'processing' }
    | { status: 'succeeded' }
    | { status: 'failed'; declineCode: DeclineCode }
  due?: DueEvent
  card?: MaskedCard
  challengeToken?: string
  /** The caller never hears how it began. */
  isSilent?: true
  /** Nobody is told anything until it is decided. */
  isUnknown?: true
}

export function declined(declineCode: DeclineCode): PaymentPlan {
  return { state: { status: 'failed', declineCode } }
}
