import { statement, type Queryable } from './database.ts'
import { statementOfSome, type Whose } from './whose.ts'

const listDue = statementOfSome({
  label: 'sessions to forget persons of',
  merchantId: 's.merchant_id',
  parameter: 4,
  text: (condition) => `select s.id from sessions s
   where s.status <> 'open' and s.personal_data_removed_at is null
     and coalesce(s.completed_at, s.canceled_at, s.expires_at) <= $1
     and session_is_at_rest(s.id, $2) ${condition}
   order by coalesce(s.completed_at, s.canceled_at, s.expires_at) limit $3`,
})

/** Sessions at rest that ended by then, of which nothing happened and nothing was sent again since `quietSince`. */
export async function listSessionsToForget(
  db: Queryable,
  { endedBy, quietSince, limit }: { endedBy: Date; quietSince: Date; limit: number },
  whose: Whose = 'everybody',
): Promise<{ id: string }[]> {
  return listDue<{ id: string }>(db, whose, [endedBy, quietSince, limit])
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
