import { statement, type Queryable } from '../engine/database.ts'

const INSERT = statement(
  'insert recovery codes',
  'insert into recovery_codes (code_hash, user_id) select unnest($2::bytea[]), $1',
)

export async function insertRecoveryCodes(
  tx: Queryable,
  userId: string,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await tx.query(INSERT, [userId, hashes])
}

const USE = statement(
  'use recovery code',
  `delete from recovery_codes c using users u
   where c.code_hash = $1 and u.id = c.user_id and u.status = 'active' returning c.user_id as "userId"`,
)

/** Deletes a code when it is used, and returns its user's id. Undefined for a code that was used or never existed. */
export async function useRecoveryCode(
  tx: Queryable,
  hash: Uint8Array,
): Promise<string | undefined> {
  return (await tx.query<{ userId: string }>(USE, [hash]))[0]?.userId
}

const DELETE = statement('delete recovery codes', 'delete from recovery_codes where user_id = $1')

export async function deleteRecoveryCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query(DELETE, [userId])
}

const COUNT = statement(
  'count recovery codes',
  'select count(*)::int as count from recovery_codes where user_id = $1',
)

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  return (await db.query<{ count: number }>(COUNT, [userId]))[0]?.count ?? 0
}
