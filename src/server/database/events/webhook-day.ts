import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** Latest deliveries that are counted. */
const COUNTED_MAX = 5000
/** How many of the latest give the median duration. */
const TIMED = 200

export interface WebhookDay {
  /** By hour since `from`; an hour without deliveries is absent. */
  hours: { hour: number; ok: number; waiting: number; failing: number; givenUp: number }[]
  counted: number
  medianMs: number | null
}

const READ = named(
  'deliveries of a day',
  `with day as materialized (
     select id, status, attempts_made, created_at from deliveries
     where merchant_id = :merchantId and id >= :fromId order by id desc limit ${COUNTED_MAX}
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
  const [row] = await db.query<WebhookDay>(READ, READ.values(asked))
  if (row === undefined) throw new Error('a count returned no row')
  return { ...row, isWhole: row.counted < COUNTED_MAX }
}
