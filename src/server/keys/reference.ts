import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { formatReference } from '../../domain/reference.ts'
import type { Queryable } from '../database/database.ts'
import { readReferenceHash } from '../database/sessions.ts'
import type { MasterKeys } from './master-keys.ts'

const REFERENCE_BYTES = 24

/**
 * The reference of a session: 192 bits derived from its id under a key that the database does not hold. So the database
 * keeps its SHA-256 only, and the session's `url` can still be told at any time.
 */
export function referenceOf(key: KeyObject, sessionId: string): string {
  const digest = createHmac('sha256', key).update(sessionId).digest()
  return formatReference(digest.subarray(0, REFERENCE_BYTES))
}

/** What the database keeps of a reference. */
export function referenceHash(reference: string): Buffer {
  return createHash('sha256').update(reference).digest()
}

/**
 * The reference of a session that may be older than MASTER_KEY: made with whichever key fits what the database keeps.
 * Of a session whose key is gone nobody can tell it any more; the address that was told of it still opens its page.
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

/** The reference of a session of which only the id is known. Asks the database only while there are two master keys. */
export async function findReference(
  { database, keys }: { database: Queryable; keys: MasterKeys },
  sessionId: string,
): Promise<string> {
  const hash = keys.previous.length > 0 && (await readReferenceHash(database, sessionId))
  return hash
    ? referenceOfSession(keys, { id: sessionId, referenceHash: hash })
    : referenceOf(keys.reference, sessionId)
}
