import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { formatReference } from '../domain/reference.ts'

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
