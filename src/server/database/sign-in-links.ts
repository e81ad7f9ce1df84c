import { statement, type Queryable } from './database.ts'
import { named } from './named-statement.ts'

export interface NewSignInLink {
  tokenHash: Uint8Array
  userId: string
  purpose: 'invite' | 'recover'
  now: Date
  expiresAt: Date
}

const INSERT = named(
  'insert dashboard link',
  `with earlier as (delete from sign_in_links where user_id = :userId)
   insert into sign_in_links (token_hash, user_id, purpose, created_at, expires_at)
   values (:tokenHash, :userId, :purpose, :now, :expiresAt)`,
)

/** The person's only link: it ends those before. */
export async function insertSignInLink(tx: Queryable, link: NewSignInLink): Promise<void> {
  await tx.query(INSERT, INSERT.values(link))
}

const USE = statement(
  'use dashboard link',
  `delete from sign_in_links where token_hash = $1 and expires_at > $2 returning user_id as "userId", purpose`,
)

/** Using a link deletes it. Undefined for one that was used, has ended or never was. */
export async function useSignInLink(
  tx: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<Pick<NewSignInLink, 'userId' | 'purpose'> | undefined> {
  return (await tx.query<Pick<NewSignInLink, 'userId' | 'purpose'>>(USE, [tokenHash, now]))[0]
}

const DELETE = statement(
  'delete dashboard links',
  'delete from sign_in_links where user_id = $1 returning 1',
)

/** Returns how many there were. */
export async function deleteSignInLinks(tx: Queryable, userId: string): Promise<number> {
  return (await tx.query(DELETE, [userId])).length
}

const PRUNE = statement('prune dashboard links', 'delete from sign_in_links where expires_at <= $1')

export async function pruneSignInLinks(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now])
}
