import { createHash } from 'node:crypto'

/** The stored form of a token of 256 random bits. Lookup by hash leaks nothing of the token by timing. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
