import type { PaymentAction } from '#contract/checkout.ts'
import type { DeclineCode, MaskedCard } from '#contract/payment.ts'
import type { PlannedEvent } from './due-event.ts'
import type { Simulator } from './simulator.ts'
import type { DisputedAs } from './test-cards.ts'
import type { RefundBehavior } from './test-payers.ts'

/** The input of a plan, besides the method's own part of the request. */
export interface PlanInput {
  simulator: Simulator
  request: {
    paymentId: string
    amountMinor: number
    currency: string
    merchantName: string
    customer: { email?: string | undefined }
  }
  now: Date
}

/** The first state of a new payment, and its due event. */
export interface PaymentPlan {
  state:
    | { status: 'requires_action'; action: PaymentAction }
    | { status: 'processing' }
    | { status: 'succeeded' }
    | { status: 'failed'; declineCode: DeclineCode }
  due?: PlannedEvent
  card?: MaskedCard
  /** How its holder disputes the card once it is paid. */
  disputedAs?: DisputedAs
  /** How refunds of the card go, whatever its payer's e-mail says. */
  refundBehavior?: RefundBehavior
  challengeToken?: string
  /** The request that creates it gets no response. */
  isSilent?: true
  /** No request about it gets an outcome until an event decides it. */
  isUnknown?: true
}

/** A request that cannot be carried out as it was sent: it leaves no payment. */
export interface RefusedRequest {
  refused: 'card_not_readable'
}

export function declined(declineCode: DeclineCode): PaymentPlan {
  return { state: { status: 'failed', declineCode } }
}
