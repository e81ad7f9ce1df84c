import { statement, type Queryable } from '../engine/database.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'

const LIST_DUE = statement(
  'sessions to erase persons from',
  `select s.id from sessions s
   where s.status <> 'open' and s.personal_data_removed_at is null
     and coalesce(s.completed_at, s.canceled_at, s.expires_at) <= $1
     and session_is_at_rest(s.id, $2)
      and ${merchantCondition('s.merchant_id', 4)}
   order by coalesce(s.completed_at, s.canceled_at, s.expires_at) limit $3`,
)

/** Sessions due for erasure: ended by `endedBy`, and without an event or delivery since `quietSince`. */
export async function listSessionsToErase(
  db: Queryable,
  { endedBy, quietSince, limit }: { endedBy: Date; quietSince: Date; limit: number },
  merchants: MerchantFilter = {},
): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(LIST_DUE, [
    endedBy,
    quietSince,
    limit,
    ...merchantValues(merchants),
  ])
}

const ERASE = statement(
  'erase personal data of session',
  `with erased as materialized (select remove_personal_data($1, $2, $3) as removed),
   opening as (
     delete from session_openings where session_id = $1 and (select removed from erased)
   )
   select removed from erased`,
)

/**
 * Erases personal data from a session, its payments and its events, and the time when its page was opened; false when
 * something is still under way.
 */
export async function erasePersonalDataOf(
  db: Queryable,
  sessionId: string,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<boolean> {
  const [row] = await db.query<{ removed: boolean }>(ERASE, [sessionId, quietSince, now])
  return row?.removed === true
}
