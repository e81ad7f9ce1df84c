import { newBearerToken } from '#domain/bearer-token.ts'
import { SESSION_HOURS, type SignInMethod } from '#domain/dashboard/session-rules.ts'
import { insertDashboardSession } from '../../database/people/dashboard-sessions.ts'
import type { LinkMaker } from '../../database/people/sign-in-links.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { newUuid } from '../keys/new-uuid.ts'
import type { DashboardContext, SignInPlace } from './dashboard-context.ts'
import { tokenHash } from './token-hash.ts'

const HOUR_MS = 3_600_000

/** The token of a session, for a cookie: the database keeps its hash. */
export interface OpenedSession {
  token: string
  sessionId: string
  userId: string
  how: SignInMethod
}

interface NewSession {
  userId: string
  how: SignInMethod
  now: Date
  place: SignInPlace
  /** Who made the link that opens it; default: the operator, by the command line. */
  maker?: LinkMaker | null
}

/** Makes a session in the transaction of a sign-in. */
export async function openSession(
  { random }: Pick<DashboardContext, 'random'>,
  tx: Queryable,
  { userId, how, now, place, maker = null }: NewSession,
): Promise<OpenedSession> {
  const token = newBearerToken(random)
  const sessionId = newUuid(random)
  await insertDashboardSession(tx, {
    ...place,
    tokenHash: tokenHash(token),
    id: sessionId,
    userId,
    how,
    maker,
    now,
    expiresAt: new Date(now.getTime() + SESSION_HOURS * HOUR_MS),
  })
  return { token, sessionId, userId, how }
}
