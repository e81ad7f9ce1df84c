import { statement, type Queryable } from './database.ts'

const DELETE_ALL = statement(
  'delete dashboard sessions of a user',
  'delete from dashboard_sessions where user_id = $1 returning 1',
)

/** Ends all sessions of a person; returns how many there were. */
export async function deleteSessionsOf(tx: Queryable, userId: string): Promise<number> {
  return (await tx.query(DELETE_ALL, [userId])).length
}

const PRUNE = statement(
  'prune dashboard sessions',
  'delete from dashboard_sessions where expires_at <= $1',
)

export async function pruneDashboardSessions(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now])
}
