import type { DeliveryHealth } from '#contract/dashboard/deliveries.ts'
import type { Customer } from '#contract/session.ts'
import type { DeliveryState } from '#contract/event.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** Counts stop here, so that no statement reads a whole table. */
const COUNTED_MAX = 1000
/** Deliveries whose last answers are counted. */
const SAMPLE = 200
/** How many of the newest delivered rows are searched for the last success: a retry may succeed after a newer delivery. */
const SUCCESSES = 50

/** The health of a receiver, without its replay, and whose data each answer may repeat. */
export type ReceiverHealth = Omit<DeliveryHealth, 'replay' | 'answers'> & {
  answers: (DeliveryHealth['answers'][number] & { person: Customer | null })[]
}

interface Row extends Omit<ReceiverHealth, 'lastSuccessAt' | 'failingSince' | 'countedMax'> {
  lastSuccessAt: Date | null
  failingSince: Date | null
}

const READ = named(
  'delivery health of a merchant',
  `with success as materialized (
     select max(finished_at) as at from (
       select finished_at from deliveries where merchant_id = :merchantId and status = 'succeeded'
       order by id desc limit ${SUCCESSES}
     ) latest
   ), waiting as materialized (
     select id, attempts_made from deliveries where merchant_id = :merchantId and status = 'pending'
     order by id limit ${COUNTED_MAX}
   ), given_up as materialized (
     select id, attempts_made from (
       select id, attempts_made, finished_at from deliveries where merchant_id = :merchantId and status = 'exhausted'
       order by id desc limit ${SAMPLE}
     ) latest where finished_at > coalesce((select at from success), '-infinity')
   ), failing as materialized (
     select id, attempts_made from waiting where attempts_made > 0 union all select id, attempts_made from given_up
   ), sample as materialized (
     select * from failing order by id limit ${SAMPLE}
   ), last as (
     select a.status_code, a.error, count(*)::int as count, max(a.response_excerpt) as excerpt,
       (array_agg(f.id order by a.response_excerpt desc nulls last))[1] as of_delivery
     from sample f join delivery_attempts a on a.delivery_id = f.id and a.number = f.attempts_made
     group by a.status_code, a.error
   )
   select case when m.callback_url is null then 'none' when m.callback_disabled_at is not null then 'disabled' else 'set' end
       as endpoint,
     (select at from success) as "lastSuccessAt",
     (select min(a.started_at) from sample f join delivery_attempts a on a.delivery_id = f.id
        where a.started_at > coalesce((select at from success), '-infinity')) as "failingSince",
     (select count(*)::int from waiting) as waiting,
     (select count(*)::int from waiting where attempts_made > 0) as failing,
     (select count(*)::int from given_up) as "givenUp",
     coalesce((select json_agg(json_build_object('statusCode', status_code, 'error', error, 'count', count,
       'excerpt', excerpt, 'person', (
         select e.body::json #> '{data,session,customer}' from deliveries d join events e on e.id = d.event_id
         where d.id = of_delivery
       )) order by count desc, status_code) from last), '[]') as answers
   from merchants m where m.id = :merchantId`,
)

/** The health of a merchant's receiver; undefined when there is no such merchant. */
export async function readDeliveryHealth(
  db: Queryable,
  merchantId: string,
): Promise<ReceiverHealth | undefined> {
  const [row] = await db.query<Row>(READ, READ.values({ merchantId }))
  if (row === undefined) return undefined
  return {
    ...row,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    countedMax: COUNTED_MAX,
  }
}

interface LastPing {
  eventId: string
  sentAt: Date
  /** Null: the merchant had no endpoint. */
  status: DeliveryState | null
  attempt: {
    statusCode: number | null
    error: string | null
    durationMs: number
    responseExcerpt: string | null
  } | null
}

const LAST_PING = statement(
  'last ping',
  `select e.id as "eventId", e.created_at as "sentAt", d.status,
     case when a.number is not null then json_build_object('statusCode', a.status_code, 'error', a.error,
       'durationMs', a.duration_ms, 'responseExcerpt', a.response_excerpt) end as attempt
   from (
     select id, created_at from events where merchant_id = $1 and type = 'ping' order by id desc limit 1
   ) e
   left join deliveries d on d.event_id = e.id
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts_made`,
)

/** The latest test notification of a merchant, and its latest attempt. */
export async function readLastPing(
  db: Queryable,
  merchantId: string,
): Promise<LastPing | undefined> {
  return (await db.query<LastPing>(LAST_PING, [merchantId]))[0]
}

/** Latest deliveries that are counted. */
const DAY_MAX = 5000
/** How many of the latest give the median duration. */
const TIMED = 200

interface WebhookDay {
  /** By hour since `from`; an hour without deliveries is absent. */
  hours: { hour: number; ok: number; waiting: number; failing: number; givenUp: number }[]
  counted: number
  medianMs: number | null
}

const DAY = named(
  'deliveries of a day',
  `with day as materialized (
     select id, status, attempts_made, created_at from deliveries
     where merchant_id = :merchantId and id >= :fromId order by id desc limit ${DAY_MAX}
   ), by_hour as (
     select floor(extract(epoch from created_at - :from::timestamptz) / 3600)::int as hour,
       count(*) filter (where status = 'succeeded')::int as ok,
       count(*) filter (where status = 'pending' and attempts_made = 0)::int as waiting,
       count(*) filter (where status = 'pending' and attempts_made > 0)::int as failing,
       count(*) filter (where status in ('exhausted', 'disabled'))::int as "givenUp"
     from day where created_at >= :from and created_at < :until group by 1
   ), timed as (
     select a.duration_ms from (
       select id, attempts_made from day where status = 'succeeded' order by id desc limit ${TIMED}
     ) d join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts_made
   )
   select coalesce((select json_agg(by_hour) from by_hour), '[]') as hours, (select count(*)::int from day) as counted,
     (select percentile_cont(0.5) within group (order by duration_ms)::int from timed) as "medianMs"`,
)

/**
 * Counts a merchant's deliveries by the hour in which they were made and by their present state. `fromId` is the least id
 * that a delivery made since `from` can have.
 */
export async function readWebhookDay(
  db: Queryable,
  asked: { merchantId: string; from: Date; until: Date; fromId: string },
): Promise<WebhookDay & { isWhole: boolean }> {
  const [row] = await db.query<WebhookDay>(DAY, DAY.values(asked))
  if (row === undefined) throw new Error('a count returned no row')
  return { ...row, isWhole: row.counted < DAY_MAX }
}
