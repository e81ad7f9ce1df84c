import type { ClientBase, ClientConfig } from 'pg'

import { limitSession } from './limit-session.ts'
import { valueTypes } from './value-types.ts'

/** Default statement timeout. */
export const DATABASE_TIMEOUT_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000

export interface ConnectionOptions extends ClientConfig {
  /** Must be awaited once a client is connected, which a pool does. */
  onConnect(client: ClientBase): Promise<void>
}

/** Options with a timeout for every wait; all derive from the statement timeout. */
export function connectionOptions(url: string, timeoutMs = DATABASE_TIMEOUT_MS): ConnectionOptions {
  const options: ClientConfig = {
    connectionString: url,
    application_name: 'hosted-checkout',
    connectionTimeoutMillis: shortWaitMs(timeoutMs),
    // Longer than the statement timeout: then the server or the network is unreachable.
    query_timeout: timeoutMs * 1.6,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: valueTypes,
  }
  const limits = {
    statementMs: timeoutMs,
    lockMs: shortWaitMs(timeoutMs),
    idleInTransactionMs: timeoutMs * 2,
  }
  return { ...options, onConnect: (client) => limitSession(client, limits, options) }
}

/** Timeout of what a healthy database gives at once: a connection, a lock, a retry that succeeds. */
export function shortWaitMs(timeoutMs: number): number {
  return timeoutMs * 0.4
}
