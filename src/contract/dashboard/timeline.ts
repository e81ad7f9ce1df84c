import { z } from 'zod'
import { DELIVERY_STATES, DeliveryAttempt, EventType } from '../event.ts'
import { DISPUTE_STAGES, DISPUTE_STATES } from '../dispute-states.ts'
import {
  DeliveryId,
  DisputeId,
  EventId,
  MerchantId,
  PaymentId,
  RefundId,
  SessionId,
} from '../ids.ts'
import { DeclineCode, MaskedCard, PaymentMethod, PaymentState } from '../payment.ts'
import { RefundState } from '../refund.ts'
import { REVERSAL_KINDS } from '../reversal-kinds.ts'
import { SessionState } from '../session.ts'
import { AmountMinor, Currency, Timestamp } from '../values.ts'

const Money = z.object({ amount: AmountMinor, currency: Currency })

/** What the processor holds of a payment, or held, and what was asked of it since. */
const TimelineHold = z.object({
  amount: AmountMinor,
  authorizedAt: Timestamp,
  /** Until when it can be captured. */
  captureBefore: Timestamp,
  /** What is asked of the processor, and not acknowledged yet. */
  intent: z.enum(['capture', 'void']).nullable(),
  /** What was asked to capture, or is captured; null again once it was refused. */
  capture: AmountMinor.nullable(),
  captureAskedAt: Timestamp.nullable(),
  /** The last capture that the processor refused. */
  refused: AmountMinor.nullable(),
  captureFailedAt: Timestamp.nullable(),
  voidReason: z.enum(['requested', 'expired', 'elsewhere']).nullable(),
  releasedAt: Timestamp.nullable(),
})
export type TimelineHold = z.infer<typeof TimelineHold>

/** An attempt to pay, or money that came on top of one. */
const TimelinePayment = z.object({
  id: PaymentId,
  status: PaymentState,
  method: PaymentMethod,
  amount: AmountMinor,
  currency: Currency,
  /** What the processor took; zero while it took nothing. */
  captured: Money,
  refunded: AmountMinor,
  /** What banks and networks took back, in the captured currency. */
  reversed: AmountMinor,
  /** What of it they gave back again. */
  reinstated: AmountMinor,
  /** When it became known that its bank reported it as fraud; null: nobody did. */
  fraudReportedAt: Timestamp.nullable(),
  declineCode: DeclineCode.nullable(),
  /** The money came after the session had ended. */
  late: z.boolean(),
  /** Captured money that is not kept, and not all given back yet. */
  isOwed: z.boolean(),
  owedSince: Timestamp.nullable(),
  /** When the worker refunds it; null while a pending refund covers it, or where nothing is owed. */
  nextRefundAt: Timestamp.nullable(),
  card: MaskedCard.nullable(),
  /** `manual`: the merchant decides when the money is taken; null: it is taken at once. */
  captureMethod: z.literal('manual').nullable(),
  hold: TimelineHold.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  succeededAt: Timestamp.nullable(),
  /** As the processor states it. */
  paidAt: Timestamp.nullable(),
  /** Names by which a back office matches the payment, such as `endToEndId`. */
  references: z.record(z.string(), z.string()),
})
export type TimelinePayment = z.infer<typeof TimelinePayment>

const TimelineRefund = z.object({
  id: RefundId,
  paymentId: PaymentId,
  status: RefundState,
  amount: AmountMinor,
  currency: Currency,
  createdAt: Timestamp,
  /** When it ended, or was asked for. */
  updatedAt: Timestamp,
})
export type TimelineRefund = z.infer<typeof TimelineRefund>

const TimelineDispute = z.object({
  id: DisputeId,
  paymentId: PaymentId,
  status: z.enum(DISPUTE_STATES),
  stage: z.enum(DISPUTE_STAGES),
  amount: AmountMinor,
  currency: Currency,
  /** As the processor says. */
  respondBy: Timestamp.nullable(),
  respondByIsProven: z.boolean(),
  closedAt: Timestamp.nullable(),
})
export type TimelineDispute = z.infer<typeof TimelineDispute>

const TimelineDelivery = z.object({
  id: DeliveryId,
  status: z.enum(DELIVERY_STATES),
  createdAt: Timestamp,
  nextAttemptAt: Timestamp.nullable(),
  /** Without the receiver's response, which may hold a person's data. */
  attempts: z.array(DeliveryAttempt.omit({ requestHeaders: true, responseExcerpt: true })),
})
export type TimelineDelivery = z.infer<typeof TimelineDelivery>

const TimelineEvent = z.object({
  id: EventId,
  type: EventType,
  createdAt: Timestamp,
  /** The payment and the refund that the event is about. */
  paymentId: PaymentId.nullable(),
  refundId: RefundId.nullable(),
  /** Of an event that tells of money that was taken back: why, where the processor says so. */
  reversalKind: z.enum(REVERSAL_KINDS).nullable(),
  /** Oldest first; several when the event was sent again. */
  deliveries: z.array(TimelineDelivery),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

const TimelineAuditEntry = z.object({
  at: Timestamp,
  actorKind: z.string(),
  actor: z.string(),
  command: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
})

/** Everything that is known of a session, except personal data. Its explanation and its lines are made from it. */
export const Timeline = z.object({
  session: z.object({
    id: SessionId,
    status: SessionState,
    amount: AmountMinor,
    currency: Currency,
    orderReference: z.string().nullable(),
    createdAt: Timestamp,
    /** When the page's script first asked for changes of the open session; null: unknown, or removed with the person's data. */
    openedAt: Timestamp.nullable(),
    expiresAt: Timestamp,
    completedAt: Timestamp.nullable(),
    canceledAt: Timestamp.nullable(),
    paidLate: z.boolean(),
    /** Whether its events are never sent, as a test of the sandbox asked. */
    isNeverSent: z.boolean(),
  }),
  merchant: z.object({
    id: MerchantId,
    name: z.string(),
    /** The state of the merchant's webhook endpoint. */
    endpoint: z.enum(['set', 'disabled', 'none']),
  }),
  /** IANA name of the time zone in which the merchant's times are shown. */
  timeZone: z.string(),
  /** BCP 47 tag of the page's language when the shopper last paid, or of the session; null when unknown. */
  shopperLocale: z.string().nullable(),
  /** Oldest first. */
  payments: z.array(TimelinePayment),
  refunds: z.array(TimelineRefund),
  /** Oldest first. */
  disputes: z.array(TimelineDispute),
  events: z.array(TimelineEvent),
  acts: z.array(TimelineAuditEntry),
  /** When verified notifications of the processor arrived, and about which payment. */
  told: z.array(z.object({ at: Timestamp, paymentId: PaymentId })),
})
export type Timeline = z.infer<typeof Timeline>

/** Something that happened, in one of three lanes of one timeline. */
const TimelineLine = z.object({
  at: Timestamp,
  lane: z.enum(['shopper', 'processor', 'shop']),
  kind: z.enum([
    'session_created',
    'page_opened',
    'session_ended',
    'payment_started',
    'payment_changed',
    'payment_authorized',
    'capture_asked',
    'capture_changed',
    'voided',
    'fraud_reported',
    'processor_told',
    'refund_asked',
    'refund_changed',
    'published',
    'sent',
    'act',
  ]),
  /** Id of the session, payment, refund, event or delivery, or what was acted on. */
  subject: z.string(),
  /** A payment method, an event type, an action, or the order reference, by kind. */
  what: z.string().nullable(),
  /** The outcome: a decline code, why money was taken back, a status code, why there was no answer, or who acted. */
  outcome: z.string().nullable(),
  money: Money.nullable(),
  durationMs: z.int().min(0).nullable(),
})
export type TimelineLine = z.infer<typeof TimelineLine>

/** A value in a sentence, before it is formatted in a language. */
const TimelineValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('money'), amount: AmountMinor, currency: Currency }),
  z.object({ kind: z.literal('time'), at: Timestamp }),
  z.object({ kind: z.literal('count'), count: z.int() }),
  z.object({ kind: z.literal('method'), method: PaymentMethod }),
  z.object({ kind: z.literal('decline'), code: DeclineCode }),
  z.object({ kind: z.literal('reversal'), code: z.enum(REVERSAL_KINDS) }),
  /** The answer of the merchant's webhook endpoint. */
  z.object({
    kind: z.literal('answer'),
    statusCode: z.int().nullable(),
    /** Why there was no answer. */
    error: z.string().nullable(),
  }),
])
export type TimelineValue = z.infer<typeof TimelineValue>

/** Sentences about a session, for the person at the dashboard. */
export const VERDICT_KEYS = [
  'paid',
  'paid_late',
  'refunded',
  'partly_refunded',
  'taken_back',
  'partly_taken_back',
  'taken_back_why',
  'reinstated',
  'also_refunded',
  'reversed',
  'dispute_inquiry',
  'dispute_open',
  'dispute_due',
  'dispute_due_proven',
  'dispute_no_deadline',
  'dispute_under_review',
  'dispute_won',
  'dispute_lost',
  'fraud_reported',
  'refund_pending',
  'refund_failed',
  'refund_came_back',
  'authorized',
  'authorized_ends',
  'capture_waits',
  'capture_refused',
  'void_waits',
  'voided',
  'rest_released',
  'mismatch',
  'unknown',
  'waits_for_bank',
  'waits_for_transfer',
  'in_progress',
  'declined',
  'untried',
  'opened',
  'expired',
  'canceled',
  'owed',
  'owed_held',
  'given_back',
  'money_not_kept',
  'told',
  'told_after_tries',
  'about_to_tell',
  'failing',
  'given_up',
  'held',
  'never_sent',
  'no_endpoint',
  'nothing_to_tell',
] as const
export type VerdictKey = (typeof VERDICT_KEYS)[number]

/** Sentences to say to the shopper. */
export const SAY_KEYS = [
  'paid',
  'paid_and_told',
  'paid_not_told',
  'refunded',
  'partly_refunded',
  'refund_pending',
  'refund_failed',
  'refund_came_back',
  'taken_back',
  'partly_taken_back',
  'also_refunded',
  'reversed',
  'disputed',
  'authorized',
  'voided',
  'rest_released',
  'mismatch',
  'unknown',
  'waits_for_bank',
  'waits_for_transfer',
  'in_progress',
  'declined',
  'try_again',
  'ended',
  'untried',
  'owed',
  'owed_held',
  'given_back',
  'not_paid',
] as const
export type SayKey = (typeof SAY_KEYS)[number]

/** Next steps, for the person at the dashboard. */
export const NEXT_KEYS = [
  'nothing',
  'wait_for_processor',
  'wait_for_shopper',
  'wait_for_refund',
  'wait_for_delivery',
  'capture_or_void',
  'decide_amount',
  'decide_order',
  'decide_order_lost',
  'answer_inquiry',
  'answer_dispute',
  'answer_dispute_soon',
  'wait_for_dispute',
  'check_order',
  'refund_again',
  'give_back',
  'send_again',
  'set_endpoint',
  'new_session',
] as const
export type NextKey = (typeof NEXT_KEYS)[number]

/** Dashboard actions that a next step names. */
const NEXT_ACTIONS = [
  'payment.capture',
  'payment.void',
  'payment.accept',
  'payment.refuse',
  'refund.create',
  'refund.retry',
  'refund.paid',
  'delivery.replay',
  'event.replay',
  'callback.set',
] as const

const Values = z.record(z.string(), TimelineValue)
const sentences = <Key extends string>(keys: readonly Key[]) =>
  z.array(z.object({ key: z.enum(keys), values: Values })).min(1)

/** The meaning of a timeline, as keys and values of sentences that a language writes. */
export const Explanation = z.object({
  verdict: sentences(VERDICT_KEYS),
  say: sentences(SAY_KEYS),
  next: z.object({
    key: z.enum(NEXT_KEYS),
    values: Values,
    acts: z.array(z.object({ act: z.enum(NEXT_ACTIONS), subject: z.string() })),
  }),
})
export type Explanation = z.infer<typeof Explanation>
