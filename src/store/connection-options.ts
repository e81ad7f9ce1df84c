import type { ClientConfig } from 'pg'

import { valueTypes } from './value-types.ts'

const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 5_000
const LOCK_TIMEOUT_MS = 2_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** Longer than any statement may take: past it the server or the network is gone without a word. */
const ANSWER_TIMEOUT_MS = 8_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Every wait on the database ends by itself. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'hosted-checkout',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: valueTypes,
  }
}
