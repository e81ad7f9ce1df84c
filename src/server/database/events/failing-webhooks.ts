import { statement, type Queryable } from '../engine/database.ts'

/** Most merchants that are examined, and most that are returned. */
const MERCHANTS_MAX = 300
const SHOWN_MAX = 50
/** How many of the latest given-up deliveries of all merchants are read. */
const GIVEN_UP_MAX = 500
/** Most deliveries that are counted for each merchant and status. */
const COUNTED_MAX = 100

export interface FailingWebhookRow {
  merchantId: string
  merchantName: string
  isDisabled: boolean
  failingSince: Date | null
  lastSuccessAt: Date | null
  failing: number
  givenUp: number
}

// Finds merchants with pending deliveries, one after the other by the index of due deliveries; merchants whose deliveries were
// given up recently; and merchants whose endpoint is disabled. For the last, every merchant is read: they are few compared with
// deliveries. `between` one status and the same one: only the index of merchant, status and id gives that order.
const LIST = statement(
  'failing webhooks',
  `with recursive waiting as (
     select null::uuid as merchant_id, 0 as number
     union all
     select (
       select d.merchant_id from deliveries d where d.status = 'pending'
         and d.merchant_id > coalesce(w.merchant_id, '00000000-0000-0000-0000-000000000000')
       order by d.merchant_id, d.next_attempt_at limit 1
     ), w.number + 1
     from waiting w where w.number <= ${MERCHANTS_MAX} and (w.number = 0 or w.merchant_id is not null)
   ), given_up as materialized (
     select merchant_id from deliveries where status = 'exhausted' order by finished_at desc limit ${GIVEN_UP_MAX}
   ), seen as materialized (
     select merchant_id from waiting where merchant_id is not null
     union select merchant_id from given_up
     union (select id from merchants where callback_disabled_at is not null limit ${MERCHANTS_MAX})
   ), chosen as materialized (
     select merchant_id from seen limit ${MERCHANTS_MAX}
   ), judged as (
     select m.id as "merchantId", m.name as "merchantName", m.callback_disabled_at is not null as "isDisabled",
       success.at as "lastSuccessAt", counted.failing, counted."givenUp", counted.since as "failingSince"
     from chosen s
     join merchants m on m.id = s.merchant_id
     cross join lateral (
       select max(finished_at) as at from (
         select finished_at from deliveries
         where merchant_id = s.merchant_id and status between 'succeeded' and 'succeeded' order by status, id desc limit 20
       ) latest
     ) success
     cross join lateral (
       select count(*) filter (where f.status = 'pending')::int as failing,
         count(*) filter (where f.status = 'exhausted')::int as "givenUp",
         min((select min(started_at) from delivery_attempts a where a.delivery_id = f.id
           and a.started_at > coalesce(success.at, '-infinity'))) as since
       from (
         (select id, status, attempts_made, finished_at from deliveries
            where merchant_id = s.merchant_id and status between 'pending' and 'pending' order by status, id desc limit ${COUNTED_MAX})
         union all
         (select id, status, attempts_made, finished_at from deliveries
            where merchant_id = s.merchant_id and status between 'exhausted' and 'exhausted' order by status, id desc limit ${COUNTED_MAX})
       ) f
       where (f.status = 'pending' and f.attempts_made > 0)
         or (f.status = 'exhausted' and f.finished_at > coalesce(success.at, '-infinity'))
     ) counted
     where m.callback_url is not null
       and (m.callback_disabled_at is not null or counted.failing + counted."givenUp" > 0)
   )
   select judged.*, (select count(*) > ${MERCHANTS_MAX} from seen) as "isCut" from judged
   order by "isDisabled" desc, failing + "givenUp" desc, "merchantId" limit ${SHOWN_MAX + 1}`,
)

/** Merchants whose receiver fails: disabled endpoints first, then by failing deliveries; counts go up to `countedMax`. */
export async function listFailingWebhooks(
  db: Queryable,
): Promise<{ webhooks: FailingWebhookRow[]; hasMore: boolean; countedMax: number }> {
  const rows = await db.query<FailingWebhookRow & { isCut: boolean }>(LIST, [])
  return {
    webhooks: rows.slice(0, SHOWN_MAX).map(({ isCut: _isCut, ...row }) => row),
    hasMore: rows.length > SHOWN_MAX || rows[0]?.isCut === true,
    countedMax: COUNTED_MAX,
  }
}
