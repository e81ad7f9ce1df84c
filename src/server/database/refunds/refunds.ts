import type { Page } from '#contract/list-page.ts'
import type { RefundState } from '#contract/refund.ts'
import type { ToldRefund } from '#domain/refund-state.ts'
import type { ProcessorState, RefundReferences } from '#domain/settle.ts'
import { statement, type Queryable } from '../engine/database.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'
import { named } from '../engine/named-statement.ts'
import { pageOf } from '../engine/read-page.ts'
import type { PaymentRecord } from '../payments/payments.ts'

export interface RefundRecord {
  id: string
  sessionId: string
  paymentId: string
  status: RefundState
  amountMinor: number
  currency: string
  reason: string | null
  createdAt: Date
  /** When its money came back; null unless it is `reversed`. */
  reversedAt: Date | null
  /** When it may first have gone out, in real time; null: not, or by a release before. */
  requestedAt: Date | null
  /** Whether it was sent after all, and a reversal stands for it, since it no longer fitted into its payment. */
  isOverdrawn: boolean
  /** How often the processor was asked to make it, or about it. */
  inquiries: number
  processorReferences: RefundReferences | null
  /** What the processor's module keeps. */
  processorState: ProcessorState | null
  payment: RefundedPayment
}

/** What calls about a refund need of the payment for which the processor has a charge. */
type RefundedPayment = Pick<
  PaymentRecord,
  | 'id'
  | 'method'
  | 'amountMinor'
  | 'currency'
  | 'processor'
  | 'processorReferences'
  | 'processorState'
> & {
  /** Whether the money came on top of the payment: then `id` is that payment, and not the surplus. */
  isSurplus: boolean
}

const COLUMNS = `id, session_id as "sessionId", payment_id as "paymentId", status, amount_minor as "amountMinor",
  currency, reason, created_at as "createdAt", reversed_at as "reversedAt", requested_at as "requestedAt",
  overdrawn_at is not null as "isOverdrawn", inquiries, processor_references as "processorReferences",
  processor_state as "processorState", (select json_build_object('id', p.id, 'method', p.method, 'amountMinor',
    p.amount_minor, 'currency', p.currency, 'processor', p.processor, 'processorReferences', p.processor_references,
    'processorState', p.processor_state, 'isSurplus', o.surplus_of is not null)
    from payments o join payments p on p.id = coalesce(o.surplus_of, o.id) where o.id = payment_id) as payment`

const INSERT = named(
  'insert refund',
  `insert into refunds (id, session_id, merchant_id, payment_id, amount_minor, currency, reason, request_key, created_at,
     updated_at, next_inquiry_at, requested_at)
   values (:id, :sessionId, :merchantId, :paymentId, :amountMinor, :currency, :reason, :idempotencyKey, :now,
     :now, :nextInquiryAt, :requestedAt) returning ${COLUMNS}`,
)

export interface NewRefund {
  id: string
  sessionId: string
  merchantId: string
  paymentId: string
  amountMinor: number
  currency: string
  reason: string | null
  idempotencyKey: string | null
  now: Date
  /** When a worker sends it to the processor, in case this process crashes before. */
  nextInquiryAt: Date
  /** When the request that follows at once may go out, in real time; null: a worker sends it. */
  requestedAt: Date | null
}

/** Inserts a pending refund; the constraint `refunds_within_captured` refuses more than was captured. */
export async function insertRefund(db: Queryable, refund: NewRefund): Promise<RefundRecord> {
  const [row] = await db.query<RefundRecord>(INSERT, INSERT.values(refund))
  if (row === undefined) throw new Error('the insert of a refund returned no row')
  return row
}

const BY_IDEMPOTENCY_KEY = statement(
  'refund by idempotency key',
  `select ${COLUMNS} from refunds where session_id = $1 and request_key = $2`,
)

export async function readRefundByIdempotencyKey(
  db: Queryable,
  sessionId: string,
  idempotencyKey: string,
): Promise<RefundRecord | undefined> {
  return (await db.query<RefundRecord>(BY_IDEMPOTENCY_KEY, [sessionId, idempotencyKey]))[0]
}

const BY_ID = statement('refund by id', `select ${COLUMNS} from refunds where id = $1`)

export async function readRefund(db: Queryable, id: string): Promise<RefundRecord | undefined> {
  return (await db.query<RefundRecord>(BY_ID, [id]))[0]
}

const OF_MERCHANT = statement(
  'refund of a merchant',
  `select ${COLUMNS} from refunds where id = $1
     and exists (select 1 from sessions s where s.id = session_id and s.merchant_id = $2)`,
)

export async function readRefundOf(
  db: Queryable,
  merchantId: string,
  id: string,
): Promise<RefundRecord | undefined> {
  return (await db.query<RefundRecord>(OF_MERCHANT, [id, merchantId]))[0]
}

const OF_SESSION = statement(
  'refunds of session',
  `select ${COLUMNS} from refunds where session_id = $1 and ($2::text is null or id < $2)
   order by id desc limit $3`,
)

/** A keyset page of a session's refunds, newest first. */
export async function listRefunds(
  db: Queryable,
  sessionId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Page<RefundRecord>> {
  const values = [sessionId, after ?? null, limit + 1]
  return pageOf(await db.query<RefundRecord>(OF_SESSION, values), limit)
}

const PENDING = statement(
  'pending refunds of payment',
  `select ${COLUMNS} from refunds where payment_id = $1 and status = 'pending'`,
)

export async function listPendingRefunds(
  db: Queryable,
  paymentId: string,
): Promise<RefundRecord[]> {
  return db.query<RefundRecord>(PENDING, [paymentId])
}

const KEEP = named(
  'keep what a processor says of a refund',
  `update refunds set processor_state = coalesce(:state, processor_state),
     processor_references = nullif(coalesce(processor_references, '{}') || coalesce(:references::jsonb, '{}'), '{}'),
     requested_at = case when :isNotSent and status = 'pending' then null else requested_at end
   where id = :id`,
)

/** Adds the names that the processor gave a refund, and replaces what its module keeps. */
export async function keepOfRefund(
  db: Queryable,
  id: string,
  {
    references,
    state,
    isNotSent = false,
  }: {
    references?: RefundReferences | undefined
    state?: ProcessorState | undefined
    /** Whether it certainly was not sent: it may be requested as for the first time. */
    isNotSent?: boolean | undefined
  },
): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  const values = { id, references: json(references), state: json(state), isNotSent }
  await db.query(KEEP, KEEP.values(values))
}

const CLEAR_IDEMPOTENCY_KEY = statement(
  'clear idempotency key of refund',
  'update refunds set request_key = null where id = $1',
)

/** Releases the idempotency key of a refund, so that another request may use it. */
export async function clearRefundIdempotencyKey(db: Queryable, id: string): Promise<void> {
  await db.query(CLEAR_IDEMPOTENCY_KEY, [id])
}

// An inquiry that a notification has made due since is kept: the answer may be older than what was notified.
const MOVE = named(
  'move refund',
  `update refunds set status = :to, updated_at = :now,
     reversed_at = case when :to = 'reversed' then :now::timestamptz end,
     next_inquiry_at = case when :isHastened and next_inquiry_at <= :now then next_inquiry_at end
   where id = :id and status = :from returning ${COLUMNS}`,
)

/** Moves a refund from one state to another; `undefined` when it is in another state by now. */
export async function moveRefund(
  db: Queryable,
  move: {
    id: string
    from: RefundState
    to: ToldRefund
    /** Whether it may be asked about again after its end. */
    isHastened: boolean
    now: Date
  },
): Promise<RefundRecord | undefined> {
  return (await db.query<RefundRecord>(MOVE, MOVE.values(move)))[0]
}

const OVERDRAW = statement(
  'overdraw by refund',
  `update refunds set overdrawn_at = $2, next_inquiry_at = null
   where id = $1 and status = 'reversed' and overdrawn_at is null returning 1 as overdrawn`,
)

/** Marks a refund that came back as sent after all, with a reversal in its place; false when it was marked before. */
export async function overdrawByRefund(db: Queryable, id: string, now: Date): Promise<boolean> {
  return (await db.query(OVERDRAW, [id, now])).length === 1
}

const MERCHANT = '(select s.merchant_id from sessions s where s.id = r.session_id)'

const CLAIM_DUE = statement(
  'claim refunds to finish',
  `update refunds set next_inquiry_at = $2, inquiries = inquiries + 1
   where id in (
     select r.id from refunds r join payments p on p.id = r.payment_id
     where r.next_inquiry_at <= $1 and p.processor = any($4) and ${merchantCondition(MERCHANT, 5)}
     order by r.next_inquiry_at limit $3 for update of r skip locked
   ) returning ${COLUMNS}`,
)

/** Claims refunds of these processors to request or to ask about: moves their next inquiry to `nextAt`, so that no other worker claims them. */
export async function claimRefunds(
  db: Queryable,
  {
    now,
    nextAt,
    processors,
    limit,
  }: { now: Date; nextAt: Date; processors: readonly string[]; limit: number },
  merchants: MerchantFilter = {},
): Promise<RefundRecord[]> {
  return db.query<RefundRecord>(CLAIM_DUE, [
    now,
    nextAt,
    limit,
    processors,
    ...merchantValues(merchants),
  ])
}

const TAKE_UP = statement(
  'take up refund',
  `update refunds set next_inquiry_at = $3, requested_at = coalesce(requested_at, $4)
   -- guard: ended-refund
   where id = $1 and status = 'pending' and next_inquiry_at <= $2 returning ${COLUMNS}`,
)

/** Claims a pending refund that is due, as `claimRefunds` does; undefined when it has ended, is claimed or is not due yet. */
export async function takeUpRefund(
  db: Queryable,
  id: string,
  { now, nextAt, wallNow }: { now: Date; nextAt: Date; wallNow: Date },
): Promise<RefundRecord | undefined> {
  return (await db.query<RefundRecord>(TAKE_UP, [id, now, nextAt, wallNow]))[0]
}

const RENEW = named(
  'renew lease of refund',
  `update refunds set next_inquiry_at = :nextAt,
     requested_at = case when status = 'pending' then coalesce(requested_at, :wallNow) else requested_at end
   where id = :id and status = :status and next_inquiry_at = :leasedUntil returning requested_at as "requestedAt"`,
)

/**
 * Extends the lease of a claimed refund, which may be requested now; returns since when it may be. Undefined when the lease was
 * lost: the refund has ended, or another process may have it.
 */
export async function renewRefundLease(
  db: Queryable,
  lease: { id: string; status: RefundState; leasedUntil: Date; nextAt: Date; wallNow: Date },
): Promise<{ requestedAt: Date | null } | undefined> {
  return (await db.query<{ requestedAt: Date | null }>(RENEW, RENEW.values(lease)))[0]
}

const SCHEDULE_INQUIRY = statement(
  'schedule refund inquiry',
  `update refunds set next_inquiry_at = $2, inquiries = greatest(inquiries, $3)
   where id = $1 and status = 'pending'`,
)

const REST = statement(
  'end inquiry about ended refund',
  `update refunds set next_inquiry_at = $3 where id = $1 and status <> 'pending' and next_inquiry_at = $2`,
)

/**
 * Ends the inquiry about a refund that had ended before, or puts it off where it has no answer, unless a notification made
 * another one due meanwhile.
 */
export async function endRefundInquiry(
  db: Queryable,
  id: string,
  { leasedUntil, againAt }: { leasedUntil: Date; againAt: Date | null },
): Promise<void> {
  await db.query(REST, [id, leasedUntil, againAt])
}

/** Schedules the next inquiry about a pending refund, after so many calls to the processor. */
export async function scheduleRefundInquiry(
  db: Queryable,
  id: string,
  { at, inquiries }: { at: Date; inquiries: number },
): Promise<void> {
  await db.query(SCHEDULE_INQUIRY, [id, at, inquiries])
}

const HASTEN = statement(
  'hasten refunds of payment',
  `update refunds set next_inquiry_at = $3
   where session_id = $1 and coalesce(next_inquiry_at > $3, true)
     and (status = 'pending' or (status <> 'failed' and (id = $4 or $5)))
     and payment_id in (select id from payments where session_id = $1 and (id = $2 or surplus_of = $2))`,
)

/** What was notified of a payment's refunds, beside the payment itself. */
export interface NotifiedRefunds {
  /** The refund that the notification names. */
  refundId?: string | undefined
  /** Whether the notification may tell of any of them. */
  isOfAll?: boolean
}

/** Makes the inquiries due now about a payment's pending refunds, and about those which have succeeded and were notified. */
export async function hastenRefunds(
  db: Queryable,
  { sessionId, id }: { sessionId: string; id: string },
  now: Date,
  { refundId, isOfAll = false }: NotifiedRefunds = {},
): Promise<void> {
  await db.query(HASTEN, [sessionId, id, now, refundId ?? null, isOfAll])
}
