import type { Brand } from '#contract/checkout.ts'
import type { MerchantFacts } from '#contract/merchant.ts'
import type {
  CreateSession,
  Customer,
  SessionPaymentState,
  SessionState,
} from '#contract/session.ts'
import type { MethodTerms } from '#domain/methods/terms.ts'
import type { MismatchPolicy } from '#domain/settlement.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { ROW_BYTES_MAX } from '../engine/read-page.ts'
import { LEFT_MINOR } from '../payments/left-minor.ts'
import { ENDED } from '../payments/payment-states.ts'
import { PAYMENT_COLUMNS, paymentFromJson, type PaymentRecord } from '../payments/payments.ts'
import type { ReceiptEmailState } from '../mails/receipt-emails.ts'
import { sealedSecretsOf, type SealedSecret } from '../merchants/webhook-secrets.ts'

/** The parts of a session that no query filters by, stored as one JSON document. */
export interface SessionDetails extends Pick<
  CreateSession,
  'discounts' | 'collect' | 'locale' | keyof MethodTerms | 'metadata'
> {
  paymentMethods: NonNullable<CreateSession['paymentMethods']>
  lineItems: NonNullable<CreateSession['lineItems']>
  /** Absent in a session of an earlier release. */
  paymentMethodDiscounts?: CreateSession['paymentMethodDiscounts']
  shipping: NonNullable<CreateSession['shipping']> | null
  tax: NonNullable<CreateSession['tax']> | null
  installments: NonNullable<CreateSession['installments']> | null
  description: string | null
  /** The customer that the merchant reads: completed by what the shopper typed for the latest payment. */
  customer: Customer | null
  /** The customer that the merchant sent; absent before the first payment, while `customer` is the same. */
  prefill?: Customer | null
  successUrl: string | null
  cancelUrl: string | null
  /** Payments are held until the merchant captures them. Absent: automatic. */
  captureMethod?: 'manual'
  /** Its events are never sent. Only in the sandbox. */
  deliveries?: 'none'
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
  /** Null: not paid, or paid by a server that did not record it. */
  amountCapturedMinor: number | null
  amountReversedMinor: number
  amountReinstatedMinor: number
  /** Of refunds whose outcome is not known yet. */
  amountRefundPendingMinor: number
  /** Captured money that is not kept and not given back yet. */
  amountOwedMinor: number
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

/** Whether the events of a session are sent to its merchant's webhook endpoint. */
export function isDelivered({ details }: Pick<SessionRecord, 'details'>): boolean {
  return details.deliveries !== 'none'
}

/** SQL: the opposite, of session `s`. */
export const IS_NEVER_SENT = `s.details ->> 'deliveries' is not distinct from 'none'`

/** A session, with the merchant's settings that a change of it depends on. */
export interface SessionToChange extends SessionWithPayment {
  merchant: {
    name: string
    callbackUrl: string | null
    isCallbackDisabled: boolean
    latePayments: 'accept' | 'refund'
    amountMismatch: MismatchPolicy
  }
}

/** A session for its page: with its merchant, and with the payment that succeeded, else the latest. */
export interface SessionForCheckout extends SessionWithPayment {
  merchant: {
    name: string
    country: string
    timeZone: string | null
    brand: Partial<Brand>
    facts: MerchantFacts
  } & SessionToChange['merchant']
  merchantNotified: boolean
  /** The latest 20 refunds of the payment that succeeded, oldest first. */
  refunds: { amountMinor: number; at: Date }[]
  /** Of its refunds that came back, and that no later refund replaces. */
  undeliveredMinor: number
  /** State of the receipt e-mail; null when there is none to send. */
  receiptEmail: ReceiptEmailState | null
  /** The merchant's secrets, which sign the session's return URLs. */
  webhookSecrets: readonly SealedSecret[]
}

/** A refund that is pending has not been given back yet, although it counts in `refunded_minor`. */
const AMOUNT_OWED = `coalesce((
    select sum(greatest(${LEFT_MINOR}, 0) + (
      select coalesce(sum(r.amount_minor), 0) from refunds r
      where r.session_id = s.id and r.payment_id = p.id and r.status = 'pending'
    )) from payments p where p.session_id = s.id and p.refund_owed_at is not null
  ), 0)::bigint`

/** SQL: the columns of a session `s`, without its payment. */
const columnsWith = (
  details: string,
) => `s.id, s.reference_hash as "referenceHash", s.merchant_id as "merchantId", s.status, s.payment_status as "paymentStatus", s.currency,
  s.amount_minor as "amountMinor", s.amount_refunded_minor as "amountRefundedMinor",
  s.amount_captured_minor as "amountCapturedMinor", s.amount_reversed_minor as "amountReversedMinor",
  s.amount_reinstated_minor as "amountReinstatedMinor",
  ${AMOUNT_OWED} as "amountOwedMinor",
  s.order_reference as "orderReference", ${details}, s.expires_at as "expiresAt", s.created_at as "createdAt",
  s.completed_at as "completedAt", s.canceled_at as "canceledAt", s.cancellation_reason as "cancellationReason",
  s.paid_late as "paidLate", s.attempts, s.event_sequence as "eventSequence", s.version,
  s.personal_data_removed_at as "personalDataRemovedAt",
  (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r where r.session_id = s.id and r.status = 'pending')
    as "amountRefundPendingMinor"`

export const COLUMNS = columnsWith('s.details')

// Sorted by id last, because an id holds the time of a clock that can be set back. Payments of earlier releases have no number.
// guard: latest-payment
const LATEST_FIRST = `p.status not in (${ENDED}) desc, p.number desc nulls last,
    p.status = 'succeeded' desc, p.inserted_at desc, p.id desc`

const LAST_PAYMENT = `(select to_jsonb(last) from (
    select ${PAYMENT_COLUMNS} from payments p where p.session_id = s.id order by ${LATEST_FIRST} limit 1
  ) last) as payment`

/** SQL: the columns of a session `s`, with its last payment. */
const JOINED_COLUMNS = `${COLUMNS}, ${LAST_PAYMENT}`

/** SQL: the same for a list, in which the details of a large session are null. */
export const LISTED_COLUMNS = `${columnsWith(
  `case when octet_length(s.details::text) <= ${ROW_BYTES_MAX} then s.details end as details`,
)}, ${LAST_PAYMENT}`

/** Late money can make an older payment succeed: the receipt shows that one, not the latest. */
const PAYMENT_TO_SHOW = `(select to_jsonb(shown) from (
    select ${PAYMENT_COLUMNS} from payments p where p.session_id = s.id
    order by p.status = 'succeeded' desc, ${LATEST_FIRST} limit 1
  ) shown) as payment`

/** SQL: the settings of a merchant `m` that a change of its session `s` depends on, within `jsonb_build_object`. */
const CHANGE_SETTINGS = `'latePayments', m.late_payments, 'amountMismatch', m.amount_mismatch,
       'callbackUrl', case when not (${IS_NEVER_SENT}) then m.callback_url end,
       'isCallbackDisabled', m.callback_disabled_at is not null`

/** A row whose payment is still JSON. */
export type Joined<T extends SessionWithPayment> = Omit<T, 'payment'> & {
  payment: Parameters<typeof paymentFromJson>[0]
}

export function withPayment<T extends SessionWithPayment>(row: Joined<T>): T {
  return { ...row, payment: paymentFromJson(row.payment) } as unknown as T
}

const READ = statement(
  'session by id',
  // guard: own-session
  `select ${JOINED_COLUMNS} from sessions s where s.id = $1 and s.merchant_id = $2`,
)

export async function readSession(
  db: Queryable,
  merchantId: string,
  id: string,
): Promise<SessionWithPayment | undefined> {
  const [row] = await db.query<Joined<SessionWithPayment>>(READ, [id, merchantId])
  return row && withPayment(row)
}

/** Null without refunds, then without a subquery. `updated_at` is when a refund succeeded: it does not change afterwards. */
const REFUNDS = `case when s.amount_refunded_minor > 0 then (
       select jsonb_agg(jsonb_build_object('amountMinor', last.amount_minor, 'at', last.updated_at)
         order by last.updated_at, last.id)
       from (
         select r.id, r.amount_minor, r.updated_at from refunds r join payments p on p.id = r.payment_id
         where r.session_id = s.id and r.status = 'succeeded' and p.status = 'succeeded'
         order by r.updated_at desc, r.id desc limit 20
       ) last
     ) end`

/** A payment that succeeded has a complete session. */
const UNDELIVERED = `case when s.status = 'complete' then (
       select coalesce(sum(r.amount_minor), 0)::bigint from refunds r join payments p on p.id = r.payment_id
       where r.session_id = s.id and r.status = 'reversed' and r.overdrawn_at is null and p.status = 'succeeded' and not exists (
         select 1 from refunds n where n.payment_id = r.payment_id and n.status in ('pending', 'succeeded')
           and n.created_at > r.reversed_at
       )
     ) else 0 end`

interface ForCheckoutRow extends Omit<SessionForCheckout, 'refunds' | 'webhookSecrets'> {
  refunds: { amountMinor: number; at: string }[] | null
  webhookSecrets: SealedSecret[] | null
}

const BY_REFERENCE = statement(
  'session by reference',
  `select ${COLUMNS}, ${PAYMENT_TO_SHOW},
     jsonb_build_object('name', m.name, 'country', m.country, 'timeZone', m.time_zone, 'brand', m.brand,
       'facts', jsonb_build_object('legalName', m.legal_name, 'taxId', m.tax_id, 'supportEmail', m.support_email,
         'supportPhone', m.support_phone, 'termsUrl', m.terms_url, 'privacyUrl', m.privacy_url),
       ${CHANGE_SETTINGS}) as merchant,
     (s.status = 'complete' or s.payment_status = 'authorized') and exists (
       select 1 from events e join deliveries d on d.event_id = e.id
       where e.session_id = s.id and d.status = 'succeeded'
         and e.type = case s.status when 'complete' then 'session.completed' else 'payment.authorized' end
     ) as "merchantNotified",
     ${REFUNDS} as refunds, ${UNDELIVERED} as "undeliveredMinor",
     (select r.status from receipt_emails r where r.session_id = s.id) as "receiptEmail",
     ${sealedSecretsOf('s.merchant_id')} as "webhookSecrets"
   from sessions s join merchants m on m.id = s.merchant_id where s.reference_hash = $1`,
)

export async function readSessionByReference(
  db: Queryable,
  referenceHash: Uint8Array,
): Promise<SessionForCheckout | undefined> {
  const [row] = await db.query<Joined<ForCheckoutRow>>(BY_REFERENCE, [referenceHash])
  if (row === undefined) return undefined
  const refunds = (row.refunds ?? []).map(({ amountMinor, at }) => ({
    amountMinor,
    at: new Date(at),
  }))
  return { ...withPayment(row), refunds, webhookSecrets: row.webhookSecrets ?? [] }
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
     union select session_id from shopper_mails where status = 'pending'
   ) and ($1::text is null or s.id > $1) order by s.id limit $2`,
)

/** Sessions that are open or have pending deliveries or mails: a keyset page by id. */
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

const TO_CHANGE = statement(
  'sessions to change',
  `select ${JOINED_COLUMNS}, jsonb_build_object('name', m.name, ${CHANGE_SETTINGS}) as merchant
   from sessions s join merchants m on m.id = s.merchant_id where s.id = any ($1) order by s.id`,
)

/** These sessions, in the order of their ids. */
export async function readSessionsToChange(
  db: Queryable,
  ids: readonly string[],
): Promise<SessionToChange[]> {
  const rows = await db.query<Joined<SessionToChange>>(TO_CHANGE, [ids])
  return rows.map((row) => withPayment(row))
}

const WAIT = statement('wait for session', 'select 1 from sessions where id = $1 for update')

/** Locks a session's row until the transaction ends. What is read afterwards is not older than the lock. */
export async function waitForSession(tx: Queryable, id: string): Promise<void> {
  await tx.query(WAIT, [id])
}

/** Locks a session's row until the transaction ends, and reads it. */
export async function lockSession(tx: Queryable, id: string): Promise<SessionToChange> {
  // The lock first, then the read: a statement's snapshot is older than the lock that it waited for.
  await waitForSession(tx, id)
  const [session] = await readSessionsToChange(tx, [id])
  if (session === undefined) throw new Error('the session to lock does not exist')
  return session
}

const EXISTS = statement(
  'session exists',
  'select 1 from sessions where id = $1 and merchant_id = $2',
)

/** Whether a merchant has such a session. */
export async function hasSession(db: Queryable, merchantId: string, id: string): Promise<boolean> {
  return (await db.query(EXISTS, [id, merchantId])).length === 1
}
