import { createHash } from 'node:crypto'

const HASH_LENGTH = 8

/** Where the page's backend tells an operator what it did. A pino logger fits. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What of a reference may be logged: enough to see which lines are about the same session, and no way to open it. */
export function referenceTrace(reference: string): string {
  return createHash('sha256').update(reference).digest('hex').slice(0, HASH_LENGTH)
}
