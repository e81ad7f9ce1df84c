import type { PaymentAction } from '#contract/checkout.ts'
import type { EventType } from '#contract/event.ts'
import type { DeclineCode, PaymentState } from '#contract/payment.ts'
import type { CaptureMethod, Intent, VoidReason } from './hold.ts'
import type { SessionPaymentState, SessionState } from '#contract/session.ts'

/** What becomes of another amount than was asked: an operator decides, it is kept, or it goes back. */
export type MismatchPolicy = 'hold' | 'accept' | 'refund'

/** A payment and its session before an outcome is applied, and the policies that apply. */
export interface Unsettled {
  session: { status: SessionState; paymentStatus: SessionPaymentState }
  payment: {
    status: PaymentState
    amountMinor: number
    currency: string
    capturedMinor: number
    /** Null: the same as `currency`. */
    capturedCurrency: string | null
    late: boolean
    declineCode: DeclineCode | null
    captureMethod: CaptureMethod
    /** What the processor holds, or held; null: never said. */
    authorizedMinor: number | null
    /** What is wanted of the processor, and not acknowledged yet. */
    intent: Intent | null
    voidReason: VoidReason | null
    /** Whether the end of the hold was acknowledged. */
    isReleased: boolean
    /** Whether it is the session's last payment: only that one can wait for a decision, or be held. */
    isLast: boolean
  }
  latePolicy: 'accept' | 'refund'
  mismatchPolicy: MismatchPolicy
}

/** Money as the processor took it. */
export interface Taken {
  capturedMinor: number
  currency: string
}

/** What a settlement makes of a hold. */
export interface HoldChange {
  intent: Intent | null
  /** Absent, here and below: as before. */
  authorizedMinor?: number
  captureMinor?: number | null
  voidReason?: VoidReason
  isReleased?: true
  isCaptureRefused?: true
}

/** The changes that follow from one outcome, applied in one transaction. */
export interface Settlement {
  payment: {
    status: PaymentState
    declineCode: DeclineCode | null
    action: PaymentAction | null
    /** Whether this outcome made the payment succeed, or brought money that goes back. */
    captured: boolean
    late: boolean
    /** Null: this outcome brought no money; the known amount stays. */
    taken: Taken | null
    /** Absent: nothing is wanted of the processor any more. */
    hold?: HoldChange
  }
  session: { status: SessionState; paymentStatus: SessionPaymentState; paidLate: boolean }
  events: EventType[]
  /** Whether what was captured is owed back: it came too late, or was refused. */
  refund: boolean
  /** What was decided about another amount than was asked. */
  decided: MismatchDecision | null
}

export type MismatchDecision = 'accept' | 'refuse'

export type SettleResult =
  | { result: 'change'; change: Settlement }
  /** A duplicate, or older than the known state. */
  | { result: 'nothing' }
