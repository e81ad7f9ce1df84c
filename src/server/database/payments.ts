import type { PaymentAction } from '../../contract/checkout.ts'
import type { CardBrand, DeclineCode, PaymentMethod, PaymentState } from '../../contract/payment.ts'
import type { Customer } from '../../contract/session.ts'
import type { CardDeclines } from '../../domain/methods/card/card-cool-down.ts'
import { statement, type Queryable } from './database.ts'
import { merchantCondition, merchantValues, type MerchantFilter } from './merchant-filter.ts'
import { methodArray } from './method-array.ts'
import { named } from './named-statement.ts'

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
  refundedMinor: number
  late: boolean
  createdAt: Date
  updatedAt: Date
  succeededAt: Date | null
  inquiries: number
}

export const PAYMENT_COLUMNS = `p.id, p.session_id as "sessionId", p.status, p.method, p.amount_minor as "amountMinor",
  p.currency, p.installments, p.customer, p.locale, p.card_brand as "cardBrand", p.card_last_four as "cardLastFour",
  p.decline_code as "declineCode", p.action, p.captured_minor as "capturedMinor", p.refunded_minor as "refundedMinor",
  p.late, p.created_at as "createdAt", p.updated_at as "updatedAt", p.succeeded_at as "succeededAt", p.inquiries`

type PaymentJson = Omit<PaymentRecord, 'createdAt' | 'updatedAt' | 'succeededAt'> & {
  createdAt: string
  updatedAt: string
  succeededAt: string | null
}

/** Parses the times of a payment that was selected as JSON within another row. */
export function paymentFromJson(json: PaymentJson | null): PaymentRecord | null {
  if (json === null) return null
  return {
    ...json,
    createdAt: new Date(json.createdAt),
    updatedAt: new Date(json.updatedAt),
    succeededAt: json.succeededAt === null ? null : new Date(json.succeededAt),
  }
}

const INSERT = named(
  'insert payment',
  `insert into payments (id, session_id, attempt_key, method, amount_minor, currency, installments, customer,
     locale, card_brand, card_last_four, processor, created_at, updated_at, next_inquiry_at)
   values (:id, :sessionId, :idempotencyKey, :method, :amountMinor, :currency, :installments, :customer,
     :locale, :cardBrand, :cardLastFour, :processor, :now, :now, :nextInquiryAt)`,
)

export interface NewPayment {
  id: string
  sessionId: string
  idempotencyKey: string | null
  method: PaymentMethod
  amountMinor: number
  currency: string
  installments: number
  customer: Customer
  locale: string | null
  cardBrand: CardBrand | null
  cardLastFour: string | null
  processor: string
  now: Date
  /** When a worker asks the processor about it, in case this process crashes before the answer. */
  nextInquiryAt: Date
}

/** Inserts a payment; the unique index `payments_one_live` refuses a second live one of the session. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<void> {
  const customer = JSON.stringify(payment.customer)
  await db.query(INSERT, INSERT.values({ ...payment, customer }))
}

const READ = statement('payment by id', `select ${PAYMENT_COLUMNS} from payments p where p.id = $1`)

export async function readPayment(db: Queryable, id: string): Promise<PaymentRecord | undefined> {
  return (await db.query<PaymentRecord>(READ, [id]))[0]
}

const SUCCEEDED = statement(
  'succeeded payment of session',
  `select ${PAYMENT_COLUMNS} from payments p where p.session_id = $1 and p.status = 'succeeded'`,
)

export async function readSucceededPayment(
  db: Queryable,
  sessionId: string,
): Promise<PaymentRecord | undefined> {
  return (await db.query<PaymentRecord>(SUCCEEDED, [sessionId]))[0]
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
   where p.session_id = $1 and p.method = any('${OPEN_TO_CARD_TESTING}') and p.status = 'failed' and p.decline_code <> 'processing_error'`,
)

/** Declines of a session that may be card testing, as `domain/methods/card/card-decline.ts` defines them. */
export async function readCardDeclines(db: Queryable, sessionId: string): Promise<CardDeclines> {
  const [row] = await db.query<CardDeclines>(CARD_DECLINES, [sessionId])
  return row ?? { count: 0, lastAt: null }
}

const SETTLE = named(
  'settle payment',
  `update payments p set
     status = :status, decline_code = :declineCode, action = :action, captured_minor = :capturedMinor, late = :late,
     card_brand = coalesce(:cardBrand, card_brand), card_last_four = coalesce(:cardLastFour, card_last_four),
     succeeded_at = :succeededAt, updated_at = :now, next_inquiry_at = :nextInquiryAt
   where p.id = :id returning ${PAYMENT_COLUMNS}`,
)

export interface PaymentChange {
  id: string
  status: PaymentState
  declineCode: DeclineCode | null
  action: PaymentAction | null
  capturedMinor: number
  late: boolean
  cardBrand: CardBrand | null
  cardLastFour: string | null
  succeededAt: Date | null
  now: Date
  nextInquiryAt: Date | null
}

export async function settlePayment(db: Queryable, change: PaymentChange): Promise<PaymentRecord> {
  const action = change.action === null ? null : JSON.stringify(change.action)
  const [payment] = await db.query<PaymentRecord>(SETTLE, SETTLE.values({ ...change, action }))
  if (payment === undefined) throw new Error('the payment to settle does not exist')
  return payment
}

/** A sandbox clock can jump, but the call to the processor takes real time: wait until it must have ended. */
export const CALL_HAS_ENDED = `(p.status <> 'created' or p.inserted_at <= now() - interval '30 seconds')`

const MERCHANT = '(select s.merchant_id from sessions s where s.id = p.session_id)'

// `$4` is set for merchants with a sandbox clock.
const CLAIM_DUE = statement(
  'claim payments to inquire',
  `update payments p set next_inquiry_at = $2, inquiries = inquiries + 1
   where p.id in (
     select id from payments p where next_inquiry_at <= $1 and ${merchantCondition(MERCHANT, 4)}
       and ($4::uuid[] is null or ${CALL_HAS_ENDED})
     order by next_inquiry_at limit $3 for update skip locked
   ) returning ${PAYMENT_COLUMNS}`,
)

/** Claims payments whose inquiry is due: moves their next inquiry to `nextAt`, so that no other worker claims them. */
export async function claimInquiries(
  db: Queryable,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
  merchants: MerchantFilter = {},
): Promise<PaymentRecord[]> {
  return db.query<PaymentRecord>(CLAIM_DUE, [now, nextAt, limit, ...merchantValues(merchants)])
}

const SCHEDULE_INQUIRY = statement(
  'schedule inquiry',
  'update payments set next_inquiry_at = $2 where id = $1 and next_inquiry_at is not null',
)

export async function scheduleInquiry(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(SCHEDULE_INQUIRY, [id, at])
}

const INSERT_NOTIFICATION = named(
  'insert processor notification',
  `insert into processor_notifications (processor, notification_id, payment_id, received_at)
   values (:processor, :notificationId, :paymentId, :now) on conflict do nothing returning 1 as first`,
)

/** Deduplicates notifications of the processor: false when this one was recorded before. */
export async function recordProcessorNotification(
  db: Queryable,
  notification: { processor: string; notificationId: string; paymentId: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(INSERT_NOTIFICATION, INSERT_NOTIFICATION.values(notification))
  return rows.length === 1
}
