import type { DeliveryHealth } from '#contract/dashboard/deliveries.ts'
import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** Counts stop here, so that no statement reads a whole table. */
const COUNTED_MAX = 1000
/** Deliveries whose last answers are counted. */
const SAMPLE = 200
/** How many of the newest delivered rows are searched for the last success: a retry may succeed after a newer delivery. */
const SUCCESSES = 50

/** The health of a receiver, without its replay. */
export type ReceiverHealth = Omit<DeliveryHealth, 'replay'>

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
     select a.status_code, a.error, count(*)::int as count, max(a.response_excerpt) as excerpt
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
       'excerpt', excerpt) order by count desc, status_code) from last), '[]') as answers
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
