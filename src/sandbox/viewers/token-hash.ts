import { createHash } from 'node:crypto'

/** What the database keeps of a token. Found by its hash, a token is never compared in a time that tells of it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
