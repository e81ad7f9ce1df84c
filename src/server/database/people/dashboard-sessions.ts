import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** A session of the dashboard, without its token. */
export interface DashboardSession {
  /** Identifies the session in lists and dashboard actions; unlike the token, it grants no access. */
  id: string
  userId: string
  how: 'link' | 'recovery' | 'passkey'
  createdAt: Date
  seenAt: Date
  expiresAt: Date
  address: string | null
  browser: string | null
}

const INSERT = named(
  'insert dashboard session',
  `insert into dashboard_sessions (token_hash, id, user_id, how, created_at, seen_at, expires_at, address, browser)
   values (:tokenHash, :id, :userId, :how, :now, :now, :expiresAt, :address, :browser)`,
)

export async function insertDashboardSession(
  tx: Queryable,
  session: Omit<DashboardSession, 'createdAt' | 'seenAt'> & { tokenHash: Uint8Array; now: Date },
): Promise<void> {
  await tx.query(INSERT, INSERT.values(session))
}

const MINUTE_MS = 60_000
const COLUMNS = `s.id, s.user_id as "userId", s.how, s.created_at as "createdAt", s.seen_at as "seenAt",
  s.expires_at as "expiresAt", s.address, s.browser`

/** A session with its user, and the user's memberships. */
export interface SignedIn extends DashboardSession {
  email: string
  name: string | null
  memberships: (Membership & {
    merchantName: string | null
    peopleMay: string[] | null
    refundLimits: RefundLimits
  })[]
}

// A page sends many requests; `seen_at` is written at most once a minute.
const READ = named(
  'dashboard session by hash',
  `with seen as (
     update dashboard_sessions set seen_at = :now where token_hash = :tokenHash and expires_at > :now
       and seen_at > :idleSince and seen_at < :noteBefore
   )
   select ${COLUMNS}, u.email, u.name, coalesce((
     select json_agg(json_build_object('merchantId', m.merchant_id, 'role', m.role, 'merchantName', k.name,
       'peopleMay', k.people_may, 'refundLimits', m.refund_limits) order by m.granted_at)
     from memberships m left join merchants k on k.id = m.merchant_id where m.user_id = u.id), '[]') as memberships
   from dashboard_sessions s join users u on u.id = s.user_id
   where s.token_hash = :tokenHash and s.expires_at > :now and s.seen_at > :idleSince and u.status <> 'disabled'`,
)

/** The session of a token, unless it has expired, was idle too long, or its user is disabled; updates `seen_at`. */
export async function readDashboardSession(
  db: Queryable,
  { tokenHash, now, idleSince }: { tokenHash: Uint8Array; now: Date; idleSince: Date },
): Promise<SignedIn | undefined> {
  const noteBefore = new Date(now.getTime() - MINUTE_MS)
  const [row] = await db.query<SignedIn>(
    READ,
    READ.values({ tokenHash, now, idleSince, noteBefore }),
  )
  return row
}

const LIST = statement(
  'dashboard sessions of a user',
  `select ${COLUMNS} from dashboard_sessions s where s.user_id = $1 and s.expires_at > $2 and s.seen_at > $3
   order by s.created_at desc, s.id`,
)

/** A person's valid sessions, newest first. */
export function listDashboardSessions(
  db: Queryable,
  { userId, now, idleSince }: { userId: string; now: Date; idleSince: Date },
): Promise<DashboardSession[]> {
  return db.query<DashboardSession>(LIST, [userId, now, idleSince])
}

const DELETE_ONE = statement(
  'delete dashboard session',
  'delete from dashboard_sessions where user_id = $1 and id = $2 returning id',
)

/** Ends one session of a person; false when they have no such session. */
export async function deleteDashboardSession(
  tx: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  return (await tx.query(DELETE_ONE, [userId, id])).length > 0
}

const DELETE_OTHERS = statement(
  'delete other dashboard sessions',
  'delete from dashboard_sessions where user_id = $1 and id <> $2 returning 1',
)

/** Ends all sessions of a person except one; returns how many it ended. */
export async function deleteOtherSessions(
  tx: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  return (await tx.query(DELETE_OTHERS, [userId, sessionId])).length
}

const DELETE_OTHERS_WITHOUT_PASSKEY = statement(
  'delete other dashboard sessions without passkey',
  `delete from dashboard_sessions where user_id = $1 and id <> $2 and how <> 'passkey'`,
)

/** Ends a person's sessions by links and recovery codes, in which a passkey can be registered, except one session. */
export async function deleteOtherSessionsWithoutPasskey(
  tx: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await tx.query(DELETE_OTHERS_WITHOUT_PASSKEY, [userId, sessionId])
}

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
