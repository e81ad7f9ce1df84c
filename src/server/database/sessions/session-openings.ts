import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** When a browser first followed a session on its page. */
export interface SessionOpening {
  sessionId: string
  openedAt: Date
}

// Ordered, so that two processes insert the same sessions in the same order.
const ADD = named(
  'add session openings',
  `insert into session_openings (session_id, opened_at)
   select o."sessionId", o."openedAt"
   from json_to_recordset(:rows::json) as o("sessionId" text, "openedAt" timestamptz) order by 1
   on conflict (session_id) do nothing`,
)

/** Adds openings of sessions that have none yet; a session keeps its first opening. */
export async function addSessionOpenings(
  db: Queryable,
  openings: readonly SessionOpening[],
): Promise<void> {
  await db.query(ADD, ADD.values({ rows: JSON.stringify(openings) }))
}
