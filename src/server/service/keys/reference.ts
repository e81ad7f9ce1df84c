import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { formatReference } from '#domain/reference.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readReferenceHash } from '../../database/sessions/sessions.ts'
import type { MasterKeys } from './master-keys.ts'

const REFERENCE_BYTES = 24

/**
 * Derives a session's reference, 192 bits, from its id by HMAC. The database stores only its SHA-256, and the session's
 * `url` can still be computed at any time.
 */
export function referenceOf(key: KeyObject, sessionId: string): string {
  const digest = createHmac('sha256', key).update(sessionId).digest()
  return formatReference(digest.subarray(0, REFERENCE_BYTES))
}

/** Hash under which the database stores a reference. */
export function referenceHash(reference: string): Buffer {
  return createHash('sha256').update(reference).digest()
}

/**
 * The reference of a session, derived with the master key whose result matches the stored hash. When that key is gone,
 * the result is wrong; the URL that the merchant received still opens the page.
 */
export function referenceOfSession(
  keys: MasterKeys,
  session: { id: string; referenceHash: Uint8Array },
): string {
  const current = referenceOf(keys.reference, session.id)
  if (keys.previous.length === 0) return current
  const fits = (reference: string) => referenceHash(reference).equals(session.referenceHash)
  if (fits(current)) return current
  const older = keys.previous.map(({ reference }) => referenceOf(reference, session.id))
  return older.find(fits) ?? current
}

/** The reference of a session by its id. Queries the database only during a rotation of MASTER_KEY. */
export async function findReference(
  { database, keys }: { database: Queryable; keys: MasterKeys },
  sessionId: string,
): Promise<string> {
  const hash = keys.previous.length > 0 && (await readReferenceHash(database, sessionId))
  return hash
    ? referenceOfSession(keys, { id: sessionId, referenceHash: hash })
    : referenceOf(keys.reference, sessionId)
}
