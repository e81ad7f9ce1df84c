import { Client } from 'undici'
import { type ConnectionRules, guardedConnector } from './guarded-connector.ts'

const ANSWER_HEADER_BYTES_MAX = 16 * 1024

export interface ClientRules extends ConnectionRules {
  /** How long a connection may be idle between two requests. Default: each request has a connection of its own. */
  idleMs?: number
}

/**
 * Creates HTTP clients for one request at a time each, restricted to vetted addresses and bounded in time and header
 * size.
 */
export function createGuardedClients(rules: ClientRules): (origin: string) => Client {
  const { timeoutMs, idleMs } = rules
  const connect = guardedConnector(rules)
  return (origin) =>
    new Client(origin, {
      connect,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
      ...(idleMs === undefined
        ? { pipelining: 0 }
        : { pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
    })
}
