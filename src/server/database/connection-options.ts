import type { ClientConfig } from 'pg'

import { valueTypes } from './value-types.ts'

/** Default statement timeout. */
export const DATABASE_TIMEOUT_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Options with a timeout for every wait; all derive from the statement timeout. */
export function connectionOptions(url: string, timeoutMs = DATABASE_TIMEOUT_MS): ClientConfig {
  return {
    connectionString: url,
    application_name: 'hosted-checkout',
    connectionTimeoutMillis: shortWaitMs(timeoutMs),
    statement_timeout: timeoutMs,
    lock_timeout: shortWaitMs(timeoutMs),
    idle_in_transaction_session_timeout: timeoutMs * 2,
    // Longer than the statement timeout: then the server or the network is unreachable.
    query_timeout: timeoutMs * 1.6,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: valueTypes,
  }
}

/** Timeout of what a healthy database gives at once: a connection, a lock, a retry that succeeds. */
export function shortWaitMs(timeoutMs: number): number {
  return timeoutMs * 0.4
}
