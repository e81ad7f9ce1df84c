import type { ClientConfig } from 'pg'

import { valueTypes } from './value-types.ts'

/** How long a statement may take, in milliseconds. */
export const DATABASE_TIMEOUT_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Every wait on the database ends by itself; how soon follows from the time that a statement may take. */
export function connectionOptions(url: string, timeoutMs = DATABASE_TIMEOUT_MS): ClientConfig {
  return {
    connectionString: url,
    application_name: 'hosted-checkout',
    connectionTimeoutMillis: shortWaitMs(timeoutMs),
    statement_timeout: timeoutMs,
    lock_timeout: shortWaitMs(timeoutMs),
    idle_in_transaction_session_timeout: timeoutMs * 2,
    // Longer than any statement may take: past it the server or the network is gone without a word.
    query_timeout: timeoutMs * 1.6,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: valueTypes,
  }
}

/** For what is there at once when all is well: a connection, a lock, a race that is won. */
export function shortWaitMs(timeoutMs: number): number {
  return timeoutMs * 0.4
}
