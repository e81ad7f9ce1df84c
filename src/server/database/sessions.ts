import type { Brand } from '../../contract/checkout.ts'
import type {
  CreateSession,
  Customer,
  ListSessions,
  SessionPaymentState,
  SessionState,
} from '../../contract/session.ts'
import type { MethodTerms } from '../../domain/methods/terms.ts'
import { statement, type Queryable } from './database.ts'
import { methodArray } from './method-array.ts'
import { named } from './named-statement.ts'
import { PAYMENT_COLUMNS, paymentFromJson, type PaymentRecord } from './payments.ts'
import type { ReceiptEmailState } from './receipt-emails.ts'
import { notifySession } from './session-notices.ts'
import { merchantCondition, merchantValues, type MerchantFilter } from './merchant-filter.ts'

/** The parts of a session that no query filters by, stored as one JSON document. */
export interface SessionDetails extends Pick<
  CreateSession,
  'discounts' | 'collect' | 'locale' | 'paymentMethods' | keyof MethodTerms | 'metadata'
> {
  lineItems: NonNullable<CreateSession['lineItems']>
  shipping: NonNullable<CreateSession['shipping']> | null
  tax: NonNullable<CreateSession['tax']> | null
  installments: NonNullable<CreateSession['installments']> | null
  description: string | null
  customer: Customer | null
  successUrl: string | null
  cancelUrl: string | null
}

export interface SessionRecord {
  id: string
  referenceHash: Uint8Array
  merchantId: string
  status: SessionState
  paymentStatus: SessionPaymentState
  currency: string
  amountMinor: number
  amountRefundedMinor: number
  orderReference: string | null
  details: SessionDetails
  expiresAt: Date
  createdAt: Date
  completedAt: Date | null
  canceledAt: Date | null
  cancellationReason: string | null
  paidLate: boolean
  attempts: number
  eventSequence: number
  version: number
  /** When the shopper's personal data was erased. */
  personalDataRemovedAt: Date | null
}

/** A session with its latest payment. */
export interface SessionWithPayment extends SessionRecord {
  payment: PaymentRecord | null
}

/** A session for its page: with its merchant, and with the payment that succeeded, else the latest. */
export interface SessionForCheckout extends SessionWithPayment {
  merchant: { name: string; country: string; brand: Partial<Brand> }
  merchantNotified: boolean
  /** State of the receipt e-mail; null when there is none to send. */
  receiptEmail: ReceiptEmailState | null
}

/** A locked session, with the merchant settings that a change depends on. */
export interface LockedSession extends SessionWithPayment {
  merchant: {
    name: string
    callbackUrl: string | null
    isCallbackDisabled: boolean
    latePayments: 'accept' | 'refund'
  }
}

const COLUMNS = `s.id, s.reference_hash as "referenceHash", s.merchant_id as "merchantId", s.status, s.payment_status as "paymentStatus", s.currency,
  s.amount_minor as "amountMinor", s.amount_refunded_minor as "amountRefundedMinor",
  s.order_reference as "orderReference", s.details, s.expires_at as "expiresAt", s.created_at as "createdAt",
  s.completed_at as "completedAt", s.canceled_at as "canceledAt", s.cancellation_reason as "cancellationReason",
  s.paid_late as "paidLate", s.attempts, s.event_sequence as "eventSequence", s.version,
  s.personal_data_removed_at as "personalDataRemovedAt"`

const LAST_PAYMENT = `(select to_jsonb(last) from (
    select ${PAYMENT_COLUMNS} from payments p where p.session_id = s.id order by p.id desc limit 1
  ) last) as payment`

/** Late money can make an older payment succeed: the receipt shows that one, not the latest. */
const PAYMENT_TO_SHOW = `(select to_jsonb(shown) from (
    select ${PAYMENT_COLUMNS} from payments p where p.session_id = s.id
    order by p.status = 'succeeded' desc, p.id desc limit 1
  ) shown) as payment`

type Joined<T extends SessionWithPayment> = Omit<T, 'payment'> & {
  payment: Parameters<typeof paymentFromJson>[0]
}

function withPayment<T extends SessionWithPayment>(row: Joined<T>): T {
  return { ...row, payment: paymentFromJson(row.payment) } as unknown as T
}

export interface NewSession {
  id: string
  referenceHash: Uint8Array
  merchantId: string
  currency: string
  amountMinor: number
  orderReference: string | null
  details: SessionDetails
  expiresAt: Date
  createdAt: Date
}

const NEW_COLUMNS =
  'id, reference_hash, merchant_id, currency, amount_minor, order_reference, details, expires_at, created_at'

const INSERT = named(
  'insert session',
  `insert into sessions (${NEW_COLUMNS})
   values (:id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details, :expiresAt, :createdAt)`,
)

function newValues(session: NewSession) {
  return { ...session, details: JSON.stringify(session.details) }
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(INSERT, INSERT.values(newValues(session)))
}

const INSERT_ONCE = named(
  'insert session once',
  `with claimed_key as (
     insert into idempotency_keys (merchant_id, route, key, body_hash, created_at, response_status, response_location,
       response_body)
     values (:merchantId, :route, :key, :bodyHash, :createdAt, 201, :location, :answer)
     on conflict (merchant_id, route, key) do update set body_hash = excluded.body_hash,
       created_at = excluded.created_at, response_status = excluded.response_status,
       response_location = excluded.response_location, response_body = excluded.response_body
       where idempotency_keys.created_at < :forgetBefore
     returning 1
   )
   insert into sessions (${NEW_COLUMNS})
   select :id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details::jsonb,
     :expiresAt, :createdAt where exists (select 1 from claimed_key)
   returning id`,
)

/** Inserts a session and the response for its idempotency key in one statement; false when the key was used before. */
export async function insertSessionOnce(
  db: Queryable,
  session: NewSession,
  request: {
    route: string
    key: string
    bodyHash: Uint8Array
    location: string
    answer: string
    forgetBefore: Date
  },
): Promise<boolean> {
  const values = INSERT_ONCE.values({ ...newValues(session), ...request })
  const rows = await db.query(INSERT_ONCE, values)
  return rows.length === 1
}

const READ = statement(
  'session by id',
  `select ${COLUMNS}, ${LAST_PAYMENT} from sessions s where s.id = $1 and s.merchant_id = $2`,
)

export async function readSession(
  db: Queryable,
  merchantId: string,
  id: string,
): Promise<SessionWithPayment | undefined> {
  const [row] = await db.query<Joined<SessionWithPayment>>(READ, [id, merchantId])
  return row && withPayment(row)
}

const BY_REFERENCE = statement(
  'session by reference',
  `select ${COLUMNS}, ${PAYMENT_TO_SHOW},
     jsonb_build_object('name', m.name, 'country', m.country, 'brand', m.brand) as merchant,
     s.status = 'complete' and exists (
       select 1 from events e join deliveries d on d.event_id = e.id
       where e.session_id = s.id and e.type = 'session.completed' and d.status = 'succeeded'
     ) as "merchantNotified",
     (select r.status from receipt_emails r where r.session_id = s.id) as "receiptEmail"
   from sessions s join merchants m on m.id = s.merchant_id where s.reference_hash = $1`,
)

export async function readSessionByReference(
  db: Queryable,
  referenceHash: Uint8Array,
): Promise<SessionForCheckout | undefined> {
  const [row] = await db.query<Joined<SessionForCheckout>>(BY_REFERENCE, [referenceHash])
  return row && withPayment(row)
}

const MERCHANT_OF_REFERENCE = statement(
  'merchant of reference',
  'select merchant_id as "merchantId" from sessions where reference_hash = $1',
)

export async function readMerchantOfReference(
  db: Queryable,
  referenceHash: Uint8Array,
): Promise<string | undefined> {
  const [row] = await db.query<{ merchantId: string }>(MERCHANT_OF_REFERENCE, [referenceHash])
  return row?.merchantId
}

const REFERENCE_HASH = statement(
  'reference hash of session',
  'select reference_hash as "referenceHash" from sessions where id = $1',
)

export async function readReferenceHash(db: Queryable, id: string): Promise<Buffer | undefined> {
  return (await db.query<{ referenceHash: Buffer }>(REFERENCE_HASH, [id]))[0]?.referenceHash
}

const UNFINISHED = statement(
  'unfinished sessions',
  `select s.id, s.reference_hash as "referenceHash", s.expires_at as "expiresAt" from sessions s
   where s.id in (
     select id from sessions where status = 'open'
     union select e.session_id from deliveries d join events e on e.id = d.event_id where d.status = 'pending'
     union select session_id from receipt_emails where status = 'pending'
   ) and ($1::text is null or s.id > $1) order by s.id limit $2`,
)

/** Sessions that are open or have pending deliveries or receipt e-mails: a keyset page by id. */
export async function readUnfinishedSessions(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string; referenceHash: Buffer; expiresAt: Date }[]> {
  return db.query(UNFINISHED, [after, limit])
}

const MERCHANT_OF_SESSION = statement(
  'merchant of session',
  'select merchant_id as "merchantId" from sessions where id = $1',
)

export async function readMerchantOfSession(
  db: Queryable,
  id: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ merchantId: string }>(MERCHANT_OF_SESSION, [id])
  return row?.merchantId
}

const LOCK = statement(
  'lock session',
  `select ${COLUMNS}, ${LAST_PAYMENT}, jsonb_build_object('name', m.name, 'latePayments', m.late_payments,
     'callbackUrl', m.callback_url, 'isCallbackDisabled', m.callback_disabled_at is not null) as merchant
   from sessions s join merchants m on m.id = s.merchant_id where s.id = $1 for update of s`,
)

const WAIT = statement('wait for session', 'select 1 from sessions where id = $1 for update')

/** Locks a session's row until the transaction ends, and reads it. Every change of a session starts here. */
export async function lockSession(tx: Queryable, id: string): Promise<LockedSession> {
  // The lock first, then the read: a statement's snapshot is older than the lock that it waited for.
  await tx.query(WAIT, [id])
  const [row] = await tx.query<Joined<LockedSession>>(LOCK, [id])
  if (row === undefined) throw new Error('the session to lock does not exist')
  return withPayment(row)
}

export interface SessionChange {
  id: string
  status: SessionState
  paymentStatus: SessionPaymentState
  amountRefundedMinor: number
  expiresAt: Date
  completedAt: Date | null
  canceledAt: Date | null
  cancellationReason: string | null
  paidLate: boolean
  attempts: number
  eventSequence: number
  details: SessionDetails
}

const UPDATE = named(
  'update session',
  `with changed as (
     update sessions s set status = :status, payment_status = :paymentStatus, amount_refunded_minor = :amountRefundedMinor,
       expires_at = :expiresAt,
       completed_at = :completedAt, canceled_at = :canceledAt, cancellation_reason = :cancellationReason,
       paid_late = :paidLate, attempts = :attempts,
       event_sequence = :eventSequence, details = :details, version = version + 1
     where s.id = :id returning ${COLUMNS}
   )
   select changed.*, ${notifySession('id', 'version')} as notified from changed`,
)

/** Updates a session, increments its version and notifies the subscribers of `sessions`. */
export async function updateSession(tx: Queryable, change: SessionChange): Promise<SessionRecord> {
  const [row] = await tx.query<SessionRecord>(
    UPDATE,
    UPDATE.values({
      id: change.id,
      status: change.status,
      paymentStatus: change.paymentStatus,
      amountRefundedMinor: change.amountRefundedMinor,
      expiresAt: change.expiresAt,
      completedAt: change.completedAt,
      canceledAt: change.canceledAt,
      cancellationReason: change.cancellationReason,
      paidLate: change.paidLate,
      attempts: change.attempts,
      eventSequence: change.eventSequence,
      details: JSON.stringify(change.details),
    }),
  )
  if (row === undefined) throw new Error('the session to update does not exist')
  return row
}

const PAGE = `s.merchant_id = :merchantId and (:after::text is null or s.id < :after) and (:status::text is null or s.status = :status)
     and (:paymentStatus::text is null or s.payment_status = :paymentStatus)
     and (:createdAfter::timestamptz is null or s.created_at > :createdAfter)
     and (:createdBefore::timestamptz is null or s.created_at < :createdBefore)
   order by s.id desc limit :limit`

const LIST = named(
  'sessions of a merchant',
  `select ${COLUMNS}, ${LAST_PAYMENT} from sessions s where ${PAGE}`,
)

/** A separate statement: with an optional order reference, a generic plan would not use the index. */
const LIST_OF_ORDER = named(
  'sessions of an order',
  `select ${COLUMNS}, ${LAST_PAYMENT} from sessions s where s.order_reference = :orderReference and ${PAGE}`,
)

/** Keyset page, newest first, of at most `limit` + 1 sessions: the extra one shows that another page follows. */
export async function listSessions(
  db: Queryable,
  merchantId: string,
  query: ListSessions,
): Promise<SessionWithPayment[]> {
  const { orderReference } = query
  const page = {
    merchantId,
    after: query.after ?? null,
    status: query.status ?? null,
    paymentStatus: query.paymentStatus ?? null,
    createdAfter: query.createdAfter ?? null,
    createdBefore: query.createdBefore ?? null,
    limit: query.limit + 1,
  }
  const rows =
    orderReference === undefined
      ? await db.query<Joined<SessionWithPayment>>(LIST, LIST.values(page))
      : await db.query<Joined<SessionWithPayment>>(
          LIST_OF_ORDER,
          LIST_OF_ORDER.values({ ...page, orderReference }),
        )
  return rows.map((row) => withPayment<SessionWithPayment>(row))
}

const KEEPING_OPEN = methodArray(({ keepsSessionOpen }) => keepsSessionOpen)

const LIST_DUE = statement(
  'sessions to expire',
  `select s.id from sessions s where s.status = 'open' and s.expires_at <= $1
     and not exists (
       select 1 from payments p where p.session_id = s.id
         and (p.status in ('created', 'processing', 'unknown') or (p.status = 'requires_action' and p.method = any('${KEEPING_OPEN}')))
     ) and ${merchantCondition('s.merchant_id', 3)}
   order by exists (select 1 from payments p where p.session_id = s.id and p.status = 'requires_action'), s.expires_at, s.id
   limit $2`,
)

/**
 * Open sessions past their expiry. A session with a payment under way is not due: the processor may still report
 * success, and the money of a boleto arrives days after the shopper paid. Sessions whose payment must be canceled at the
 * processor come last, so that a silent processor does not delay the others.
 */
export async function listSessionsToExpire(
  db: Queryable,
  now: Date,
  limit: number,
  merchants: MerchantFilter = {},
): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(LIST_DUE, [now, limit, ...merchantValues(merchants)])
}
