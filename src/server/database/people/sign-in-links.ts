import type { LimitedMembership, Membership } from '#contract/dashboard/roles.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** What a link is for: an invitation gives a role once it is used; a recovery lets in a person who lost their passkeys. */
export type LinkPurpose =
  | { purpose: 'invite'; membership: LimitedMembership }
  | { purpose: 'recover' }

/** Who made a link, and where they had the right to: a merchant's id, or null for the operator. */
export interface LinkMaker {
  userId: string
  merchantId: string | null
}

export type NewSignInLink = LinkPurpose & {
  /** Identifies the link in lists; unlike the token, it grants no access. */
  id: string
  tokenHash: Uint8Array
  userId: string
  /** Null: the operator, by the command line. */
  maker: LinkMaker | null
  now: Date
  expiresAt: Date
}

const INSERT = named(
  'insert dashboard link',
  `with earlier as (
     delete from sign_in_links where user_id = :userId and purpose = :purpose and merchant_id is not distinct from :merchantId
   )
   insert into sign_in_links (token_hash, user_id, purpose, created_at, expires_at, id, merchant_id, role, refund_limits,
     maker_id, maker_merchant_id)
   values (:tokenHash, :userId, :purpose, :now, :expiresAt, :id, :merchantId, :role, :refundLimits,
     :makerId, :makerMerchantId)`,
)

/** Inserts a link; deletes the person's earlier links of the same purpose and merchant. */
export async function insertSignInLink(tx: Queryable, link: NewSignInLink): Promise<void> {
  const { id, tokenHash, userId, maker, now, expiresAt, purpose } = link
  const given = link.purpose === 'invite' ? link.membership : { merchantId: null, role: null }
  const { merchantId, role, refundLimits } = { refundLimits: null, ...given }
  const limits = refundLimits === null ? null : JSON.stringify(refundLimits)
  const values = { id, tokenHash, userId, now, expiresAt, purpose, merchantId, role }
  const made = { makerId: maker?.userId ?? null, makerMerchantId: maker?.merchantId ?? null }
  await tx.query(INSERT, INSERT.values({ ...values, ...made, refundLimits: limits }))
}

export interface SignInLink {
  userId: string
  purpose: 'invite' | 'recover'
  /** The role that the link gives; null: none, or an earlier release gave the role when it made the link. */
  membership: LimitedMembership | null
  /** Null: the operator, by the command line. */
  maker: LinkMaker | null
}

const MAKER = `case when maker_id is not null then json_build_object('userId', maker_id, 'merchantId', maker_merchant_id)
   end as maker`
const COLUMNS = `user_id as "userId", purpose,
  case when role is not null then json_build_object('merchantId', merchant_id, 'role', role, 'refundLimits', refund_limits)
   end as membership, ${MAKER}`

const READ = statement(
  'dashboard link',
  `select ${COLUMNS} from sign_in_links where token_hash = $1 and expires_at > $2`,
)

/** Undefined for a link that was used, has expired or never existed. */
export async function readSignInLink(
  tx: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<SignInLink | undefined> {
  return (await tx.query<SignInLink>(READ, [tokenHash, now]))[0]
}

const USE = statement(
  'use dashboard link',
  'delete from sign_in_links where token_hash = $1 and expires_at > $2 returning 1',
)

/** Deletes a link when it is used. False when it was used already, has expired or never existed. */
export async function useSignInLink(
  tx: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  return (await tx.query(USE, [tokenHash, now])).length > 0
}

/** A link that can still be used, or the session that one opened. */
export interface MadeAccess {
  /** Identifies the link or the session. */
  key: Buffer
  userId: string
  /** The role that it gives; null: it recovers an account. */
  membership: Membership | null
  maker: LinkMaker
}

const MADE = statement(
  'dashboard links that a person made',
  `select token_hash as key, ${COLUMNS} from sign_in_links where maker_id = $1 order by token_hash`,
)

/** The links that a person made. */
export function listLinksMadeBy(tx: Queryable, makerId: string): Promise<MadeAccess[]> {
  return tx.query<MadeAccess>(MADE, [makerId])
}

const DELETE_MADE = statement(
  'delete dashboard links that a person made',
  'delete from sign_in_links where token_hash = any($1::bytea[])',
)

export async function deleteLinks(tx: Queryable, keys: readonly Uint8Array[]): Promise<void> {
  await tx.query(DELETE_MADE, [keys])
}

const DELETE = statement(
  'delete dashboard links',
  `delete from sign_in_links
   where user_id = $1 and ($2::uuid is null or purpose = 'recover' or merchant_id = $2) returning 1`,
)

/** Which of a person's links end. Null: all. A merchant's id: recovery links, and invitations of this merchant. */
export type EndedLinks = string | null

/** Deletes links of a person; returns how many. */
export async function deleteSignInLinks(
  tx: Queryable,
  userId: string,
  links: EndedLinks,
): Promise<number> {
  return (await tx.query(DELETE, [userId, links])).length
}

const DELETE_RECOVERIES = statement(
  'delete recovery links',
  `delete from sign_in_links where user_id = $1 and purpose = 'recover'`,
)

/** Deletes the recovery links of a person who is signed in, and needs none. */
export async function deleteRecoveryLinks(tx: Queryable, userId: string): Promise<void> {
  await tx.query(DELETE_RECOVERIES, [userId])
}

const WITHDRAW = statement(
  'withdraw dashboard link',
  `delete from sign_in_links l where id = $1 and (
     (role is not null and merchant_id is not distinct from $2)
     or (purpose = 'recover' and exists (
       select from memberships m where m.user_id = l.user_id and m.merchant_id is not distinct from $2)))
   returning user_id as "userId"`,
)

/**
 * Deletes an invitation to a merchant (null: to the operator), or a recovery link of somebody who works there, and returns the
 * id of its person; undefined when there is no such link.
 */
export async function withdrawInvitation(
  tx: Queryable,
  { id, merchantId }: { id: string; merchantId: string | null },
): Promise<string | undefined> {
  return (await tx.query<{ userId: string }>(WITHDRAW, [id, merchantId]))[0]?.userId
}

const PRUNE = statement('prune dashboard links', 'delete from sign_in_links where expires_at <= $1')

export async function pruneSignInLinks(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now])
}
