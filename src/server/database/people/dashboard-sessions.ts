import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import type { LinkMaker, MadeAccess } from './sign-in-links.ts'

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
  /** Who made the link that opened the session; null: the operator by the command line, or it was opened by no link. */
  maker: LinkMaker | null
}

const INSERT = named(
  'insert dashboard session',
  `insert into dashboard_sessions (token_hash, id, user_id, how, created_at, seen_at, expires_at, address, browser,
     maker_id, maker_merchant_id)
   values (:tokenHash, :id, :userId, :how, :now, :now, :expiresAt, :address, :browser, :makerId, :makerMerchantId)`,
)

export async function insertDashboardSession(
  tx: Queryable,
  {
    maker,
    ...session
  }: Omit<DashboardSession, 'createdAt' | 'seenAt'> & { tokenHash: Uint8Array; now: Date },
): Promise<void> {
  const made = { makerId: maker?.userId ?? null, makerMerchantId: maker?.merchantId ?? null }
  await tx.query(INSERT, INSERT.values({ ...session, ...made }))
}

const MINUTE_MS = 60_000
const COLUMNS = `s.id, s.user_id as "userId", s.how, s.created_at as "createdAt", s.seen_at as "seenAt",
  s.expires_at as "expiresAt", s.address, s.browser,
  case when s.maker_id is not null then json_build_object('userId', s.maker_id, 'merchantId', s.maker_merchant_id)
   end as maker`

/** A session with its user, and the user's memberships. */
export interface SignedIn extends DashboardSession {
  email: string
  name: string | null
  /** The merchant whose people made the account; null: the operator made it. */
  accountOf: string | null
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
   select ${COLUMNS}, coalesce(u.email, a.email) as email, u.name, a.merchant_id as "accountOf", coalesce((
     select json_agg(json_build_object('merchantId', m.merchant_id, 'role', m.role, 'merchantName', k.name,
       'peopleMay', k.people_may, 'refundLimits', m.refund_limits) order by m.granted_at)
     from memberships m left join merchants k on k.id = m.merchant_id where m.user_id = u.id), '[]') as memberships
   from dashboard_sessions s join users u on u.id = s.user_id left join merchant_accounts a on a.user_id = u.id
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

const IS_OPEN = statement('dashboard session', 'select 1 from dashboard_sessions where id = $1')

/** Whether a session has not been ended; its expiry is not checked. */
export async function isSessionOpen(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.query(IS_OPEN, [id])).length > 0
}

const MADE = statement(
  'dashboard sessions by links that a person made',
  `select s.token_hash as key, s.user_id as "userId",
     (select json_build_object('merchantId', m.merchant_id, 'role', m.role) from memberships m
      where s.how = 'link' and m.user_id = s.user_id and m.merchant_id is not distinct from s.maker_merchant_id) as membership,
     json_build_object('userId', s.maker_id, 'merchantId', s.maker_merchant_id) as maker
   from dashboard_sessions s where s.maker_id = $1 order by s.token_hash`,
)

/** The sessions that a person's links have opened. */
export function listSessionsMadeBy(tx: Queryable, makerId: string): Promise<MadeAccess[]> {
  return tx.query<MadeAccess>(MADE, [makerId])
}

const DELETE_MADE = statement(
  'delete dashboard sessions by links that a person made',
  'delete from dashboard_sessions where token_hash = any($1::bytea[])',
)

export async function deleteSessions(tx: Queryable, keys: readonly Uint8Array[]): Promise<void> {
  await tx.query(DELETE_MADE, [keys])
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
