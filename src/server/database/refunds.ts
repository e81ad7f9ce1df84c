import type { RefundState } from '../../contract/refund.ts'
import { statement, type Queryable } from './database.ts'
import { merchantCondition, merchantValues, type MerchantFilter } from './merchant-filter.ts'
import { named } from './named-statement.ts'

export interface RefundRecord {
  id: string
  sessionId: string
  paymentId: string
  status: RefundState
  amountMinor: number
  currency: string
  reason: string | null
  createdAt: Date
}

const COLUMNS = `id, session_id as "sessionId", payment_id as "paymentId", status, amount_minor as "amountMinor",
  currency, reason, created_at as "createdAt"`

const INSERT = named(
  'insert refund',
  `insert into refunds (id, session_id, payment_id, amount_minor, currency, reason, request_key, created_at, updated_at,
     next_inquiry_at)
   values (:id, :sessionId, :paymentId, :amountMinor, :currency, :reason, :idempotencyKey, :now, :now,
     :nextInquiryAt) returning ${COLUMNS}`,
)

export interface NewRefund {
  id: string
  sessionId: string
  paymentId: string
  amountMinor: number
  currency: string
  reason: string | null
  idempotencyKey: string | null
  now: Date
  /** When a worker sends it to the processor, in case this process crashes before. */
  nextInquiryAt: Date
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

const CLEAR_IDEMPOTENCY_KEY = statement(
  'clear idempotency key of refund',
  'update refunds set request_key = null where id = $1',
)

/** Releases the idempotency key of a refund, so that another request may use it. */
export async function clearRefundIdempotencyKey(db: Queryable, id: string): Promise<void> {
  await db.query(CLEAR_IDEMPOTENCY_KEY, [id])
}

const FINISH = statement(
  'finish refund',
  `update refunds set status = $2, updated_at = $3, next_inquiry_at = null
   where id = $1 and status = 'pending' returning ${COLUMNS}`,
)

/** Ends a pending refund; `undefined` when another process has ended it. */
export async function finishRefund(
  db: Queryable,
  id: string,
  status: 'succeeded' | 'failed',
  now: Date,
): Promise<RefundRecord | undefined> {
  return (await db.query<RefundRecord>(FINISH, [id, status, now]))[0]
}

const MERCHANT = '(select s.merchant_id from sessions s where s.id = r.session_id)'

const CLAIM_DUE = statement(
  'claim refunds to finish',
  `update refunds set next_inquiry_at = $2
   where id in (
     select id from refunds r where next_inquiry_at <= $1 and ${merchantCondition(MERCHANT, 4)}
     order by next_inquiry_at limit $3 for update skip locked
   ) returning ${COLUMNS}`,
)

/** Claims due pending refunds: moves their next inquiry to `nextAt`, so that no other worker claims them. */
export async function claimRefunds(
  db: Queryable,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
  merchants: MerchantFilter = {},
): Promise<RefundRecord[]> {
  return db.query<RefundRecord>(CLAIM_DUE, [now, nextAt, limit, ...merchantValues(merchants)])
}
