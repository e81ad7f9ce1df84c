import { VIEWER_IDLE_MINUTES } from '../../contract/viewer.ts'
import { statement, type Queryable } from '../../server/database/database.ts'
import { named } from '../../server/database/named-statement.ts'

const MINUTE_MS = 60_000

/** A viewer last seen at or before this time is idle. */
function idleSince(now: Date): Date {
  return new Date(now.getTime() - VIEWER_IDLE_MINUTES * MINUTE_MS)
}

export interface NewSignInLink {
  tokenHash: Buffer
  merchantId: string
  now: Date
  expiresAt: Date
}

const INSERT_LINK = statement(
  'insert sign-in link',
  `insert into sandbox_sign_in_links (token_hash, merchant_id, created_at, expires_at) values ($1, $2, $3, $4)`,
)

export async function insertSignInLink(db: Queryable, link: NewSignInLink): Promise<void> {
  await db.query(INSERT_LINK, [link.tokenHash, link.merchantId, link.now, link.expiresAt])
}

const TRADE_LINK = named(
  'trade sign-in link',
  `with used as (
     delete from sandbox_sign_in_links where token_hash = :linkHash and expires_at > :now returning merchant_id
   )
   insert into sandbox_viewers (token_hash, merchant_id, created_at, expires_at, seen_at)
   select :viewerHash, merchant_id, :now, :expiresAt, :now from used returning merchant_id as "merchantId"`,
)

/**
 * Consumes a sign-in link and creates its viewer. Returns the merchant's id; `undefined` for an unknown, used or
 * expired link.
 */
export async function tradeSignInLink(
  db: Queryable,
  trade: { linkHash: Buffer; viewerHash: Buffer; now: Date; expiresAt: Date },
): Promise<string | undefined> {
  const [row] = await db.query<{ merchantId: string }>(TRADE_LINK, TRADE_LINK.values(trade))
  return row?.merchantId
}

// Pages poll every few seconds; `seen_at` is written at most once a minute.
const READ_VIEWER = named(
  'sandbox viewer by hash',
  `with seen as (
     update sandbox_viewers set seen_at = :now where token_hash = :tokenHash and expires_at > :now
       and seen_at > :idleSince and seen_at < :noteBefore
   )
   select merchant_id as "merchantId", expires_at as "expiresAt" from sandbox_viewers
   where token_hash = :tokenHash and expires_at > :now and seen_at > :idleSince`,
)

/** The viewer of a token, unless expired or idle. Updates `seen_at`. */
export async function readViewer(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<{ merchantId: string; expiresAt: Date } | undefined> {
  const [row] = await db.query<{ merchantId: string; expiresAt: Date }>(
    READ_VIEWER,
    READ_VIEWER.values({
      tokenHash,
      now,
      idleSince: idleSince(now),
      noteBefore: new Date(now.getTime() - MINUTE_MS),
    }),
  )
  return row
}

const DELETE_VIEWER = statement(
  'delete sandbox viewer',
  'delete from sandbox_viewers where token_hash = $1',
)

export async function deleteViewer(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query(DELETE_VIEWER, [tokenHash])
}

const REVOKE = statement(
  'revoke sandbox viewers',
  `with links as (
     delete from sandbox_sign_in_links where merchant_id = $1 returning expires_at
   ), viewers as (
     delete from sandbox_viewers where merchant_id = $1 returning expires_at, seen_at
   )
   select (select count(*)::int from links where expires_at > $2) as links,
     (select count(*)::int from viewers where expires_at > $2 and seen_at > $3) as sessions`,
)

/** Deletes all of a merchant's links and viewers. Returns how many of them were still valid. */
export async function revokeViewers(
  db: Queryable,
  merchantId: string,
  now: Date,
): Promise<{ links: number; sessions: number }> {
  const [counted] = await db.query<{ links: number; sessions: number }>(REVOKE, [
    merchantId,
    now,
    idleSince(now),
  ])
  return counted ?? { links: 0, sessions: 0 }
}

const PRUNE = statement(
  'prune sandbox viewers',
  `with links as (delete from sandbox_sign_in_links where expires_at <= $1)
   delete from sandbox_viewers where expires_at <= $1 or seen_at <= $2`,
)

export async function pruneViewers(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now, idleSince(now)])
}
