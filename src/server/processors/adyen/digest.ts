import { createHash } from 'node:crypto'

const LENGTH = 16

/** A short name of a text that is too long, or of an unknown length, for an idempotency key. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, LENGTH)
}
