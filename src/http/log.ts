import { createHash } from 'node:crypto'

const HASH_LENGTH = 8

/** The operator's log. A pino logger fits. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A hash prefix of a reference for the log: correlates lines, but cannot open the session. */
export function referenceTrace(reference: string): string {
  return createHash('sha256').update(reference).digest('hex').slice(0, HASH_LENGTH)
}
