import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

export interface Ceremony {
  id: string
  challenge: Buffer
  purpose: 'register' | 'act'
  sessionId: string
}

const INSERT = named(
  'insert ceremony',
  `insert into ceremonies (id, challenge, purpose, session_id, expires_at)
   values (:id, :challenge, :purpose, :sessionId, :expiresAt)`,
)

export async function insertCeremony(
  db: Queryable,
  ceremony: Omit<Ceremony, 'challenge'> & { challenge: Uint8Array; expiresAt: Date },
): Promise<void> {
  await db.query(INSERT, INSERT.values(ceremony))
}

const USE = named(
  'use sign-in challenge',
  `insert into ceremonies (id, challenge, purpose, session_id, expires_at)
   values (:id, :challenge, 'sign_in', null, :expiresAt) on conflict (id) do nothing returning 1`,
)

/** Notes that a sign-in challenge is answered, until it ends. False when it was answered before: each is answered once. */
export async function useSignInChallenge(
  db: Queryable,
  ceremony: { id: string; challenge: Uint8Array; expiresAt: Date },
): Promise<boolean> {
  return (await db.query(USE, USE.values(ceremony))).length > 0
}

const READ = named(
  'ceremony',
  `select challenge from ceremonies
   where id = :id and purpose = :purpose and session_id = :sessionId and expires_at > :now`,
)

/** The challenge of a ceremony that may still be answered. */
export async function readChallenge(
  db: Queryable,
  ceremony: Omit<Ceremony, 'challenge'> & { now: Date },
): Promise<Buffer | undefined> {
  return (await db.query<{ challenge: Buffer }>(READ, READ.values(ceremony)))[0]?.challenge
}

const TAKE = named(
  'take ceremony',
  `delete from ceremonies where id = :id and purpose = :purpose and session_id = :sessionId
     and expires_at > :now
   returning id, challenge, purpose, session_id as "sessionId"`,
)

/**
 * Deletes a ceremony and returns it: a challenge can be answered once, even if the answer is wrong. Undefined when it was
 * answered already, has expired or never existed.
 */
export async function takeCeremony(
  db: Queryable,
  ceremony: Omit<Ceremony, 'challenge'> & { now: Date },
): Promise<Ceremony | undefined> {
  return (await db.query<Ceremony>(TAKE, TAKE.values(ceremony)))[0]
}

const PRUNE = statement('prune ceremonies', 'delete from ceremonies where expires_at <= $1')

export async function pruneCeremonies(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now])
}
