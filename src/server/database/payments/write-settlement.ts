import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import type { Queryable } from '../engine/database.ts'
import { EVENTS_CHANNEL, type EventRecord } from '../events/events.ts'
import type { ShopperMailKind } from '../mails/shopper-mails.ts'
import { named } from '../engine/named-statement.ts'
import { notice, publishing } from '../engine/notices.ts'
import {
  PAYMENT_COLUMNS,
  SETTLED_COLUMNS,
  settledValues,
  type PaymentChange,
  type PaymentRecord,
} from './payments.ts'
import { sessionNotice } from '../sessions/session-notices.ts'

// Lock order: session, payment. Skips a locked session instead of waiting: other statements on the same connection would wait
// behind it. A delivery to a disabled endpoint is held. Its merchant must be locked, so that setting the endpoint again finds it.
const SETTLE = publishing(
  named(
    'settle payment',
    `with locked as materialized (
       select s.id, s.merchant_id, m.callback_url, m.callback_disabled_at is not null as is_held
       from sessions s join merchants m on m.id = s.merchant_id
       -- guard: settle-from-version
       where s.id = :sessionId and s.version = :version
         and (m.callback_disabled_at is null or :endpointIsLocked) for no key update of s skip locked
     ), payment as (
       update payments p set ${SETTLED_COLUMNS}
       from locked where p.id = :id and p.session_id = locked.id and p.status = :before returning p.*
     ), session as (
       update sessions s set status = :sessionStatus, payment_status = :paymentStatus,
         amount_captured_minor = :amountCapturedMinor, amount_reversed_minor = :amountReversedMinor,
         amount_reinstated_minor = :amountReinstatedMinor,
         expires_at = :expiresAt, completed_at = :completedAt, paid_late = :paidLate,
         canceled_at = :canceledAt, cancellation_reason = :cancellationReason,
         event_sequence = s.event_sequence + cardinality(:eventIds::text[]), version = s.version + 1
       from payment where s.id = payment.session_id returning s.id, s.version
     ), event as (
       insert into events (id, merchant_id, session_id, type, sequence, body, created_at, traceparent)
       select one.id, locked.merchant_id, locked.id, one.type, one.sequence, one.body, :now, :traceparent
       from payment, locked, unnest(:eventIds::text[], :types::text[], :sequences::int[], :bodies::text[])
         as one (id, type, sequence, body)
       returning id, merchant_id
     ), delivery as (
       insert into deliveries (id, event_id, merchant_id, url, status, next_attempt_at, finished_at, created_at)
       select one.id, one.event_id, locked.merchant_id, locked.callback_url,
         case when locked.is_held then 'disabled' else 'pending' end,
         case when not locked.is_held then :now::timestamptz end, case when locked.is_held then :now::timestamptz end, :now
       from payment, locked, unnest(:deliveryIds::text[], :eventIds::text[]) as one (id, event_id)
       where locked.callback_url is not null and :isDelivered::boolean
       returning id
     ), receipt as (
       insert into receipt_emails (session_id, payment_id, next_attempt_at, created_at)
       select payment.session_id, payment.id, :now, :now from payment where :emailsReceipt
     ), mail as (
       insert into shopper_mails (session_id, kind, payment_id, next_attempt_at, created_at)
       select payment.session_id, one.kind, payment.id, one.due_at, :now
       from payment, unnest(:mailKinds::text[], :mailTimes::timestamptz[]) as one (kind, due_at)
       on conflict do nothing
     )
     select ${PAYMENT_COLUMNS}, array[${sessionNotice('s.id', 's.version')}]
       || (select array_agg(distinct ${notice(EVENTS_CHANNEL, 'merchant_id')}) from event)
       || (select array['deliveries '] from delivery limit 1) as notices
     from payment p, session s`,
  ),
)

export interface WrittenSettlement {
  payment: PaymentChange
  /** The payment's state so far. */
  before: PaymentRecord['status']
  session: {
    id: string
    /** As it was read. */
    version: number
    status: SessionState
    paymentStatus: SessionPaymentState
    amountCapturedMinor: number | null
    amountReversedMinor: number
    amountReinstatedMinor: number
    expiresAt: Date
    completedAt: Date | null
    canceledAt: Date | null
    cancellationReason: string | null
    paidLate: boolean
  }
  events: readonly (Pick<EventRecord, 'id' | 'type' | 'sequence' | 'body'> & {
    deliveryId: string
  })[]
  /** W3C Trace Context of the span that made the events. */
  traceparent: string | null
  /** Whether the events are sent to the merchant's webhook endpoint. */
  isDelivered: boolean
  emailsReceipt: boolean
  /** Other mails to the shopper, each with its time. */
  mails: readonly { kind: ShopperMailKind; at: Date }[]
  /** Whether the caller's transaction has locked the merchant's webhook endpoint. */
  endpointIsLocked: boolean
}

/**
 * Settles a payment in one statement: payment, session, events, deliveries, mails. Undefined, and nothing is
 * written, when the session's version is no longer the one that was read, another transaction holds its lock, or the
 * merchant's webhook endpoint is disabled and not locked.
 */
export async function writeSettlement(
  db: Queryable,
  {
    payment,
    before,
    session,
    events,
    traceparent,
    isDelivered,
    emailsReceipt,
    mails,
    endpointIsLocked,
  }: WrittenSettlement,
): Promise<PaymentRecord | undefined> {
  const [settled] = await db.query<PaymentRecord>(
    SETTLE,
    SETTLE.values({
      ...settledValues(payment),
      before,
      sessionId: session.id,
      version: session.version,
      sessionStatus: session.status,
      paymentStatus: session.paymentStatus,
      amountCapturedMinor: session.amountCapturedMinor,
      amountReversedMinor: session.amountReversedMinor,
      amountReinstatedMinor: session.amountReinstatedMinor,
      paidLate: session.paidLate,
      expiresAt: session.expiresAt,
      completedAt: session.completedAt,
      canceledAt: session.canceledAt,
      cancellationReason: session.cancellationReason,
      eventIds: events.map(({ id }) => id),
      types: events.map(({ type }) => type),
      sequences: events.map(({ sequence }) => sequence),
      bodies: events.map(({ body }) => body),
      deliveryIds: events.map(({ deliveryId }) => deliveryId),
      traceparent,
      isDelivered,
      emailsReceipt,
      mailKinds: mails.map(({ kind }) => kind),
      mailTimes: mails.map(({ at }) => at),
      endpointIsLocked,
    }),
  )
  return settled
}
