import type { PaymentAction } from '#contract/checkout.ts'
import type { CardBrand, DeclineCode, PaymentMethod, PaymentState } from '#contract/payment.ts'
import type { Customer } from '#contract/session.ts'
import type { CardDeclines } from '#domain/methods/card/card-cool-down.ts'
import { FAILURES_AT_BANK } from '#domain/methods/card/card-decline.ts'
import type { CaptureMethod, Intent, VoidReason } from '#domain/hold.ts'
import type { ProcessorReferences, ProcessorState } from '#domain/settle.ts'
import { statement, type Queryable } from '../engine/database.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'
import { methodArray } from '../engine/method-array.ts'
import { ENDED } from './payment-states.ts'

export interface PaymentRecord {
  id: string
  sessionId: string
  status: PaymentState
  method: PaymentMethod
  amountMinor: number
  currency: string
  installments: number
  customer: Customer
  /** Language of the page when the shopper paid, a BCP 47 tag; null when unknown. */
  locale: string | null
  cardBrand: CardBrand | null
  cardLastFour: string | null
  declineCode: DeclineCode | null
  action: PaymentAction | null
  capturedMinor: number
  /** Null: the currency that was asked. */
  capturedCurrency: string | null
  refundedMinor: number
  /** The total that banks and networks took back. */
  reversedMinor: number
  /** The total of it that they gave back again: at most what they took. */
  reinstatedMinor: number
  /** The operator who accepted another amount than was asked, or `policy`. */
  acceptedBy: string | null
  late: boolean
  createdAt: Date
  updatedAt: Date
  succeededAt: Date | null
  /** As the processor states it. */
  paidAt: Date | null
  /** Who is paid, as the page names them; null for methods that name none. */
  payeeName: string | null
  inquiries: number
  /** Name of the processor's account that made it: every later call goes there. */
  processor: string
  processorReferences: ProcessorReferences | null
  /** What the processor's module keeps. */
  processorState: ProcessorState | null
  /** Null for a payment of an earlier release. */
  interestMinor: number | null
  /** What the session's discount of this method took off. */
  discountMinor: number
  /** Whether its captured money has to be given back, and some of it has not been yet. */
  isRefundOwed: boolean
  /** Whether it waits for a person, because a refund of it came back. */
  isRefundHeld: boolean
  /** Number of automatic refunds so far. */
  refundTries: number
  captureMethod: CaptureMethod
  /** What the processor holds, or held; null: it never said so. */
  authorizedMinor: number | null
  authorizedAt: Date | null
  /** Until when the hold can be captured. */
  captureBefore: Date | null
  /** What was asked to capture, and is kept after the capture; null again once it was refused. */
  captureMinor: number | null
  captureAskedAt: Date | null
  /** What is wanted of the processor, and not acknowledged yet. */
  intent: Intent | null
  /** When its request may first have gone out, in real time. */
  intentSentAt: Date | null
  /** The last capture that the processor refused. */
  captureFailedMinor: number | null
  captureFailedAt: Date | null
  voidReason: VoidReason | null
  /** When the end of the hold was acknowledged. */
  releasedAt: Date | null
  /** The payment on top of which this money came; null for a payment that a shopper started. */
  surplusOf: string | null
}

export const PAYMENT_COLUMNS = `p.id, p.session_id as "sessionId", p.status, p.method, p.amount_minor as "amountMinor",
  p.currency, p.installments, p.customer, p.locale, p.card_brand as "cardBrand", p.card_last_four as "cardLastFour",
  p.decline_code as "declineCode", p.action, p.captured_minor as "capturedMinor", p.captured_currency as "capturedCurrency",
  p.refunded_minor as "refundedMinor", p.reversed_minor as "reversedMinor",
  p.reinstated_minor as "reinstatedMinor", p.accepted_by as "acceptedBy", p.late,
  p.created_at as "createdAt", p.updated_at as "updatedAt", p.succeeded_at as "succeededAt", p.paid_at as "paidAt",
  p.payee_name as "payeeName", p.inquiries, p.processor,
  p.processor_references as "processorReferences", p.processor_state as "processorState", p.interest_minor as "interestMinor", p.discount_minor as "discountMinor",
  p.refund_owed_at is not null as "isRefundOwed", p.refund_held_at is not null as "isRefundHeld", p.refund_tries as "refundTries",
  p.surplus_of as "surplusOf", coalesce(p.capture_method, 'automatic') as "captureMethod",
  p.authorized_minor as "authorizedMinor", p.authorized_at as "authorizedAt", p.capture_before as "captureBefore",
  p.capture_minor as "captureMinor", p.capture_asked_at as "captureAskedAt", p.intent, p.intent_sent_at as "intentSentAt",
  p.capture_failed_minor as "captureFailedMinor", p.capture_failed_at as "captureFailedAt", p.void_reason as "voidReason",
  p.released_at as "releasedAt"`

type Time = 'createdAt' | 'updatedAt' | PastTime
type PastTime = (typeof PAST_TIMES)[number]
type PaymentJson = Omit<PaymentRecord, Time> &
  Record<'createdAt' | 'updatedAt', string> &
  Record<PastTime, string | null>

/** The times of what may not have happened yet. */
const PAST_TIMES = [
  'succeededAt',
  'paidAt',
  'authorizedAt',
  'captureBefore',
  'captureAskedAt',
  'intentSentAt',
  'captureFailedAt',
  'releasedAt',
] as const

/** Parses the times of a payment that was selected as JSON within another row. */
export function paymentFromJson(json: PaymentJson | null): PaymentRecord | null {
  if (json === null) return null
  const past = PAST_TIMES.map((name) => [name, json[name] === null ? null : new Date(json[name])])
  return {
    ...json,
    createdAt: new Date(json.createdAt),
    updatedAt: new Date(json.updatedAt),
    ...(Object.fromEntries(past) as Record<PastTime, Date | null>),
  }
}

export interface NewPayment {
  id: string
  sessionId: string
  idempotencyKey: string | null
  method: PaymentMethod
  amountMinor: number
  discountMinor: number
  currency: string
  installments: number
  customer: Customer
  locale: string | null
  cardBrand: CardBrand | null
  cardLastFour: string | null
  processor: string
  payeeName: string | null
  /** Null: automatic. */
  captureMethod: 'manual' | null
  /** Position among the payments of the session, from 1. */
  number: number
  now: Date
  /** When a worker asks the processor about it, in case this process crashes before the answer. */
  nextInquiryAt: Date
}

const READ = statement('payment by id', `select ${PAYMENT_COLUMNS} from payments p where p.id = $1`)

export async function readPayment(db: Queryable, id: string): Promise<PaymentRecord | undefined> {
  return (await db.query<PaymentRecord>(READ, [id]))[0]
}

const OF_SESSION = statement(
  'payments of session',
  `select ${PAYMENT_COLUMNS} from payments p where p.session_id = $1 order by p.id desc`,
)

/** Every payment of a session, newest first; a session allows few. */
export async function listPayments(db: Queryable, sessionId: string): Promise<PaymentRecord[]> {
  return db.query<PaymentRecord>(OF_SESSION, [sessionId])
}

const TO_REFUND = statement(
  'payment of session to refund',
  `select ${PAYMENT_COLUMNS} from payments p
   where p.session_id = $1 and p.captured_minor > 0 and p.status in (${ENDED})
     and case when $2::text is null then p.status = 'succeeded' or p.refund_owed_at is not null else p.id = $2 end
   order by p.status = 'succeeded' desc, p.refund_owed_at, p.id limit 1`,
)

/** The named payment if it captured money; without a name the one that succeeded, else the one owed for longest. */
export async function readPaymentToRefund(
  db: Queryable,
  sessionId: string,
  paymentId: string | undefined,
): Promise<PaymentRecord | undefined> {
  return (await db.query<PaymentRecord>(TO_REFUND, [sessionId, paymentId ?? null]))[0]
}

const BY_IDEMPOTENCY_KEY = statement(
  'payment by idempotency key',
  `select ${PAYMENT_COLUMNS} from payments p where p.session_id = $1 and p.attempt_key = $2`,
)

export async function readPaymentByIdempotencyKey(
  db: Queryable,
  sessionId: string,
  idempotencyKey: string,
): Promise<PaymentRecord | undefined> {
  return (await db.query<PaymentRecord>(BY_IDEMPOTENCY_KEY, [sessionId, idempotencyKey]))[0]
}

const OPEN_TO_CARD_TESTING = methodArray(({ isOpenToCardTesting }) => isOpenToCardTesting)

const CARD_DECLINES = statement(
  'declined cards of session',
  `select count(*)::integer as count, max(p.updated_at) as "lastAt" from payments p
   where p.session_id = $1 and p.method = any('${OPEN_TO_CARD_TESTING}') and p.status = 'failed' and p.decline_code <> all('{${FAILURES_AT_BANK.join(',')}}')`,
)

/** Declines of a session that may be card testing, as `domain/methods/card/card-decline.ts` defines them. */
export async function readCardDeclines(db: Queryable, sessionId: string): Promise<CardDeclines> {
  const [row] = await db.query<CardDeclines>(CARD_DECLINES, [sessionId])
  return row ?? { count: 0, lastAt: null }
}

/** SQL: whether notifications have proved facts of payment `p`. One that came since an outcome was read is not part of it. */
const HAS_FACTS =
  'exists (select 1 from processor_notifications n where n.payment_id = p.id and n.facts is not null)'

/** SQL: the columns of payment `p` that an outcome sets. */
export const SETTLED_COLUMNS =
  `status = :status, decline_code = :declineCode, action = :action, captured_minor = :capturedMinor,
     captured_currency = :capturedCurrency, accepted_by = :acceptedBy, late = :late,
     card_brand = coalesce(:cardBrand, card_brand), card_last_four = coalesce(:cardLastFour, card_last_four),
     processor_references = nullif(coalesce(processor_references, '{}') || coalesce(:references::jsonb, '{}'), '{}'),
     processor_state = coalesce(:state, processor_state),
     payee_name = coalesce(:payeeName, payee_name),
     succeeded_at = :succeededAt, paid_at = coalesce(:paidAt, paid_at), updated_at = :now,
     authorized_minor = :authorizedMinor, authorized_at = :authorizedAt, capture_before = :captureBefore,
     capture_minor = :captureMinor, capture_asked_at = :captureAskedAt, intent = :intent,
     next_intent_at = case when :intent::text is not null then :now::timestamptz end, intent_sent_at = null, intent_tries = 0,
     capture_failed_minor = :captureFailedMinor, capture_failed_at = :captureFailedAt, void_reason = :voidReason,
     released_at = :releasedAt, returned = case when :status not in ('succeeded', 'failed', 'voided') then p.returned end,
     next_inquiry_at = case when p.inquiry_requested and (:status = 'failed' or ${HAS_FACTS})
       then coalesce(:nextInquiryAt, p.next_inquiry_at) else :nextInquiryAt end,
     acknowledged_at = case when :status in ('requires_action', 'processing') then coalesce(p.acknowledged_at, now())
       else p.acknowledged_at end` as const

export interface PaymentChange {
  id: string
  status: PaymentState
  declineCode: DeclineCode | null
  action: PaymentAction | null
  capturedMinor: number
  capturedCurrency: string | null
  acceptedBy: string | null
  late: boolean
  cardBrand: CardBrand | null
  cardLastFour: string | null
  /** Added to those that are known. */
  references?: ProcessorReferences | undefined
  /** Replaces what is known. */
  state?: ProcessorState | undefined
  succeededAt: Date | null
  authorizedMinor: number | null
  authorizedAt: Date | null
  captureBefore: Date | null
  captureMinor: number | null
  captureAskedAt: Date | null
  /** One that is set is due now. */
  intent: Intent | null
  captureFailedMinor: number | null
  captureFailedAt: Date | null
  voidReason: VoidReason | null
  releasedAt: Date | null
  /** Null: as before. */
  payeeName: string | null
  /** Null: as before. */
  paidAt: Date | null
  now: Date
  nextInquiryAt: Date | null
}

/** The values of `SETTLED_COLUMNS`. */
export function settledValues(change: PaymentChange) {
  const action = change.action === null ? null : JSON.stringify(change.action)
  const references = change.references === undefined ? null : JSON.stringify(change.references)
  const state = change.state === undefined ? null : JSON.stringify(change.state)
  return { ...change, action, references, state }
}

/** A sandbox clock can jump, but the call to the processor takes real time: wait until it must have ended. */
export const CALL_HAS_ENDED = `(p.status <> 'created' or p.inserted_at <= now() - interval '30 seconds')`

const MERCHANT = '(select s.merchant_id from sessions s where s.id = p.session_id)'

// `$6` is set for merchants with a sandbox clock, where a second of real time may hold many inquiries.
const CLAIM_DUE = statement(
  'claim payments to inquire',
  `with due as materialized (
     select id as "dueId", inquiry_requested as "isRequested" from payments p
     where next_inquiry_at <= $1 and p.processor = any($5)
       and ${merchantCondition(MERCHANT, 6)}
       and ($6::uuid[] is not null or p.last_inquired_at is null or p.last_inquired_at > $4
         or p.last_inquired_at <= $4::timestamptz - interval '1 second')
       and ($6::uuid[] is null or ${CALL_HAS_ENDED})
     order by next_inquiry_at limit $3 for update skip locked
   )
   update payments p set next_inquiry_at = $2, inquiries = inquiries + 1, last_inquired_at = $4,
     inquiry_requested = false
   from due where p.id = "dueId" returning ${PAYMENT_COLUMNS}, "isRequested"`,
)

/** `isRequested`: by a notification or a shopper, and not by the schedule. */
export type ClaimedPayment = PaymentRecord & { isRequested: boolean }

export interface InquiryClaim {
  now: Date
  nextAt: Date
  /** Real time, by which inquiries are at least a second apart. */
  wallNow: Date
  /** The processors of this process; payments of other processors are left to the processes that have them. */
  processors: readonly string[]
  limit: number
}

/** Claims payments whose inquiry is due: moves their next inquiry to `nextAt`, so that no other worker claims them. */
export async function claimInquiries(
  db: Queryable,
  { now, nextAt, wallNow, processors, limit }: InquiryClaim,
  merchants: MerchantFilter = {},
): Promise<ClaimedPayment[]> {
  const values = [now, nextAt, limit, wallNow, processors, ...merchantValues(merchants)]
  return db.query<ClaimedPayment>(CLAIM_DUE, values)
}
