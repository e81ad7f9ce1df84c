import { Client } from 'undici'
import { type ConnectionRules, guardedConnector } from './guarded-connector.ts'

const ANSWER_HEADER_BYTES_MAX = 16 * 1024

/**
 * Creates HTTP clients for one request each, restricted to vetted addresses and bounded in time and
 * header size.
 */
export function createGuardedClients(rules: ConnectionRules): (origin: string) => Client {
  const { timeoutMs } = rules
  const connect = guardedConnector(rules)
  return (origin) =>
    new Client(origin, {
      connect,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
      pipelining: 0,
    })
}
