import { IDLE_MINUTES } from '#domain/dashboard/session-rules.ts'
import {
  listDashboardSessions,
  readDashboardSession,
  type DashboardSession,
  type SignedIn,
} from '../../database/people/dashboard-sessions.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { tokenHash } from './token-hash.ts'

export type { DashboardSession, SignedIn }

const MINUTE_MS = 60_000

type Reading = Pick<DashboardContext, 'database' | 'clock' | 'layout'>

/** The session of a token, with the person's present roles. Undefined when it has ended, was idle too long or never existed. */
export function readSession(context: Reading, token: string): Promise<SignedIn | undefined> {
  const times = timesOf(context)
  return readDashboardSession(context.database, { tokenHash: tokenHash(token), ...times })
}

/** The open sessions of a person, newest first. */
export function listSessions(context: Reading, userId: string): Promise<DashboardSession[]> {
  return listDashboardSessions(context.database, { userId, ...timesOf(context) })
}

function timesOf({ clock, layout }: Reading): { now: Date; idleSince: Date } {
  const now = clock()
  return { now, idleSince: new Date(now.getTime() - IDLE_MINUTES[layout] * MINUTE_MS) }
}
