import { createHash } from 'node:crypto'

/** The stored form of a token. Lookup by hash leaks nothing of the token by timing. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
