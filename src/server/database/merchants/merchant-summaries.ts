import { LIVE_KEYS_COUNTED, type WebhookState } from '#contract/dashboard/merchants.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** How many of the oldest waiting deliveries are examined: a failing endpoint fails for them all. */
const WAITING_LOOKED_AT = 20

export interface MerchantSummary {
  id: string
  name: string
  country: string
  currency: string
  createdAt: Date
  webhook: WebhookState
  liveKeys: number
}

const latest = (status: 'exhausted' | 'succeeded') =>
  `(select d.id from deliveries d where d.merchant_id = m.id and d.status = '${status}' order by d.id desc limit 1)` as const

const COLUMNS = `m.id, m.name, m.country, m.currency, m.created_at as "createdAt",
   case
     when m.callback_url is null then 'none'
     when m.callback_disabled_at is not null then 'disabled'
     when exists (
       select 1 from (
         select d.attempts_made from deliveries d where d.merchant_id = m.id and d.status = 'pending'
         order by d.id limit ${WAITING_LOOKED_AT}
       ) waiting where attempts_made > 0
     ) or ${latest('exhausted')} > coalesce(${latest('succeeded')}, '') then 'failing'
     when ${latest('succeeded')} is null then 'unused'
     else 'ok'
   end as webhook,
   (select count(*)::int from (
      select 1 from api_keys k where k.merchant_id = m.id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > :now)
      limit ${LIVE_KEYS_COUNTED}
    ) live) as "liveKeys"` as const

const READ = named('merchant summary', `select ${COLUMNS} from merchants m where m.id = :id`)

export async function readMerchantSummary(
  db: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<MerchantSummary | undefined> {
  return (await db.query<MerchantSummary>(READ, READ.values({ id, now })))[0]
}

/** One page in the order of names. */
const LIST = plannedPerCall(
  named(
    'merchant summaries by name',
    `select ${COLUMNS} from (
       select * from merchants
       where (:ids::uuid[] is null or id = any(:ids))
         and (:text::text is null or name ilike '%' || :text || '%' or id::text = lower(:text))
         and (:after::uuid is null or
           (lower(name) collate "C", id) > (select lower(name) collate "C", id from merchants where id = :after))
       order by lower(name) collate "C", id limit :limit
     ) m order by lower(m.name) collate "C", m.id`,
  ),
)

/** Merchants by name, after one of them. `ids` narrows to those; null: all. */
export async function listMerchantSummaries(
  db: Queryable,
  page: {
    ids: readonly string[] | null
    /** A part of the name, or an id. */
    text: string | null
    after: string | null
    limit: number
    now: Date
  },
): Promise<MerchantSummary[]> {
  const text = page.text === null ? null : page.text.replace(/[\\%_]/g, String.raw`\$&`)
  return db.query<MerchantSummary>(LIST, LIST.values({ ...page, text }))
}
