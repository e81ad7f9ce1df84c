import type { Timeline } from '#contract/dashboard/timeline.ts'
import type { Customer } from '#contract/session.ts'
import type { Queryable } from './engine/database.ts'
import { named } from './engine/named-statement.ts'
import { IS_NEVER_SENT } from './sessions/sessions.ts'

/** More than any real session has. */
const ROWS_MAX = 200

/** The rows of a timeline; the times in the lists are texts of PostgreSQL's JSON. */
export interface TimelineRow extends Pick<
  Timeline,
  'payments' | 'refunds' | 'disputes' | 'events' | 'acts' | 'told' | 'shopperLocale'
> {
  session: Timeline['session']
  merchant: Timeline['merchant'] & { country: string; timeZone: string | null }
  /** The customer of the latest payment that has one, else of the session. */
  person: Customer | null
}

const PAYMENTS = `(
    select json_agg(json_build_object('id', p.id, 'status', p.status, 'method', p.method, 'amount', p.amount_minor,
      'currency', p.currency, 'captured', json_build_object('amount', p.captured_minor, 'currency',
        coalesce(p.captured_currency, p.currency)), 'refunded', p.refunded_minor, 'reversed', p.reversed_minor, 'reinstated', p.reinstated_minor,
      'fraudReportedAt', p.fraud_reported_at, 'declineCode', p.decline_code, 'late', p.late, 'isOwed', p.refund_owed_at is not null,
      'owedSince', p.refund_owed_at, 'nextRefundAt', p.next_refund_at,
      'card', case when p.card_last_four is not null then json_build_object('brand', p.card_brand, 'lastFour', p.card_last_four) end,
      'captureMethod', p.capture_method, 'hold', case when p.authorized_at is not null then json_build_object(
        'amount', p.authorized_minor, 'authorizedAt', p.authorized_at, 'captureBefore', p.capture_before, 'intent', p.intent,
        'capture', p.capture_minor, 'captureAskedAt', p.capture_asked_at, 'refused', p.capture_failed_minor,
        'captureFailedAt', p.capture_failed_at, 'voidReason', p.void_reason, 'releasedAt', p.released_at) end,
      'createdAt', p.created_at, 'updatedAt', p.updated_at, 'succeededAt', p.succeeded_at, 'paidAt', p.paid_at,
      'references', coalesce(p.processor_references, '{}')) order by p.number nulls first, p.inserted_at, p.id)
    from (select * from payments where session_id = s.id order by id desc limit ${ROWS_MAX}) p
  )`

const REFUNDS = `(
    select json_agg(json_build_object('id', r.id, 'paymentId', r.payment_id, 'status', r.status, 'amount', r.amount_minor,
      'currency', r.currency, 'createdAt', r.created_at, 'updatedAt', r.updated_at) order by r.id)
    from (select * from refunds where session_id = s.id order by id desc limit ${ROWS_MAX}) r
  )`

const DISPUTES = `(
    select json_agg(json_build_object('id', d.id, 'paymentId', d.payment_id, 'status', d.status, 'stage', d.stage,
      'amount', d.amount_minor, 'currency', d.currency, 'respondBy', d.respond_by,
      'respondByIsProven', d.respond_by_is_proven, 'closedAt', d.closed_at) order by d.id)
    from (select * from disputes where session_id = s.id order by id desc limit ${ROWS_MAX}) d
  )`

const ATTEMPTS = `coalesce((
    select json_agg(json_build_object('number', a.number, 'startedAt', a.started_at, 'durationMs', a.duration_ms,
      'statusCode', a.status_code, 'error', a.error) order by a.number)
    from delivery_attempts a where a.delivery_id = d.id
  ), '[]')`

const DELIVERIES = `coalesce((
    select json_agg(json_build_object('id', d.id, 'status', d.status, 'createdAt', d.created_at,
      'nextAttemptAt', d.next_attempt_at, 'attempts', ${ATTEMPTS}) order by d.id)
    from deliveries d where d.event_id = e.id
  ), '[]')`

/** Why the money went of which an event tells. */
const KIND = `(
    select v.kind from reversals v where v.payment_id = e.body::jsonb #>> '{data,payment,id}'
      and v.total_minor = (e.body::jsonb #>> '{data,payment,amountReversed}')::bigint
  )`

const EVENTS = `(
    select json_agg(json_build_object('id', e.id, 'type', e.type, 'createdAt', e.created_at,
      'paymentId', e.body::jsonb #>> '{data,payment,id}', 'refundId', e.body::jsonb #>> '{data,refund,id}',
      'reversalKind', case when e.type = 'payment.reversed' then ${KIND} end,
      'deliveries', ${DELIVERIES}) order by e.sequence)
    from (select * from events where session_id = s.id order by id desc limit ${ROWS_MAX}) e
  )`

/** Audit entries on the session and on what belongs to it. */
const ENTRIES = `(
    select json_agg(json_build_object('at', a.at, 'actorKind', a.actor_kind, 'actor', a.actor, 'command', a.command,
      'action', a.action, 'subject', a.subject) order by a.sequence)
    from (
      select * from audit_log where subject collate "C" = any (array(
        select s.id union all select id from payments where session_id = s.id
        union all select id from refunds where session_id = s.id
        union all select id from disputes where session_id = s.id
        union all select id from events where session_id = s.id
        union all select d.id from deliveries d join events e on e.id = d.event_id where e.session_id = s.id
      )) order by sequence desc limit ${ROWS_MAX}
    ) a
  )`

const TOLD = `(
    select json_agg(json_build_object('at', n.received_at, 'paymentId', n.payment_id) order by n.received_at)
    from (
      select n.received_at, n.payment_id from payments p
      join processor_notifications n on n.payment_id = p.id and n.facts is not null
      where p.session_id = s.id order by n.received_at desc limit ${ROWS_MAX}
    ) n
  )`

const LAST = (column: string) => `(
    select p.${column} from payments p where p.session_id = s.id and p.${column} is not null
    order by p.number desc nulls last, p.inserted_at desc, p.id desc limit 1
  )`

const SESSION = `json_build_object('id', s.id, 'status', s.status, 'amount', s.amount_minor, 'currency', s.currency,
    'orderReference', s.order_reference, 'createdAt', s.created_at, 'openedAt', (select o.opened_at from session_openings o where o.session_id = s.id), 'expiresAt', s.expires_at,
    'completedAt', s.completed_at, 'canceledAt', s.canceled_at, 'paidLate', s.paid_late,
    'isNeverSent', ${IS_NEVER_SENT})`

const MERCHANT = `json_build_object('id', m.id, 'name', m.name, 'country', m.country, 'timeZone', m.time_zone, 'endpoint',
    case when m.callback_url is null then 'none' when m.callback_disabled_at is not null then 'disabled' else 'set' end)`

// One statement: one snapshot, in which a payment's state and its events agree.
const READ = named(
  'timeline of session',
  `select ${SESSION} as session, ${MERCHANT} as merchant, ${LAST('locale')} as "shopperLocale",
     nullif(s.details ->> 'locale', 'auto') as "sessionLocale",
     coalesce(nullif(${LAST('customer')}, '{}'), s.details -> 'customer') as person,
     coalesce(${PAYMENTS}, '[]') as payments, coalesce(${REFUNDS}, '[]') as refunds,
     coalesce(${DISPUTES}, '[]') as disputes,
     coalesce(${EVENTS}, '[]') as events, coalesce(${ENTRIES}, '[]') as acts, coalesce(${TOLD}, '[]') as told
   from sessions s join merchants m on m.id = s.merchant_id
   where s.id = coalesce((select session_id from payments where id = :id), :id)
     and (:merchantId::uuid is null or s.merchant_id = :merchantId)`,
)

type Row = TimelineRow & { sessionLocale: string | null }

/** The timeline of a session, by its id or a payment's; undefined when there is none, or it is not this merchant's. */
export async function readTimelineRow(
  db: Queryable,
  { id, merchantId }: { id: string; merchantId: string | null },
): Promise<TimelineRow | undefined> {
  const [row] = await db.query<Row>(READ, READ.values({ id, merchantId }))
  if (row === undefined) return undefined
  const { sessionLocale, ...timeline } = row
  return { ...timeline, shopperLocale: timeline.shopperLocale ?? sessionLocale }
}
