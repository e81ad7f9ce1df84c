import { statement, type Queryable } from './database.ts'
import { isOfMerchants, merchantValues, type MerchantFilter } from './merchant-filter.ts'

const LIST_DUE = statement(
  'sessions to forget persons of',
  `select s.id from sessions s
   where s.status <> 'open' and s.personal_data_removed_at is null
     and coalesce(s.completed_at, s.canceled_at, s.expires_at) <= $1
     and session_is_at_rest(s.id, $2)
      and ${isOfMerchants('s.merchant_id', 4)}
   order by coalesce(s.completed_at, s.canceled_at, s.expires_at) limit $3`,
)

/** Sessions at rest that ended by then, of which nothing happened and nothing was sent again since `quietSince`. */
export async function listSessionsToForget(
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

const REMOVE = statement(
  'remove personal data of session',
  'select remove_personal_data($1, $2, $3) as removed',
)

/** Removes the person from a session, its payments, its events and the answers to these; false when it is not at rest. */
export async function removePersonalDataOf(
  db: Queryable,
  sessionId: string,
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<boolean> {
  const [row] = await db.query<{ removed: boolean }>(REMOVE, [sessionId, quietSince, now])
  return row?.removed === true
}
