import { Client, types, type ClientBase, type ClientConfig } from 'pg'
import { readDatabaseUrl } from './database-url.ts'
import { limitSession } from './limit-session.ts'
import { probeBy, writerClient } from './writer-client.ts'
import { createWriterHosts } from './writer-hosts.ts'

type Parser = (text: string) => unknown

const INT8_OID = 20

/** pg returns `bigint` as a string. Amounts and counts fit a safe integer; anything else is a defect. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe integer`)
  return value
}

const valueTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser =>
    oid === INT8_OID ? parseInt8 : (types.getTypeParser(oid, format) as Parser),
}

/** Default statement timeout. */
export const DATABASE_TIMEOUT_MS = 5_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Options of a client, and its class. */
export interface ConnectionOptions extends ClientConfig {
  /** The class of clients, also for a pool: where the URL names several hosts, it connects to the one that takes writes. */
  Client: typeof Client
  /** Must be awaited after a client has connected; a pool does so. */
  onConnect(client: ClientBase): Promise<void>
}

/**
 * Options with a timeout for every wait; all derive from the statement timeout. When the URL has several hosts, clients of
 * the same options share the knowledge of which host takes writes.
 */
export function connectionOptions(url: string, timeoutMs = DATABASE_TIMEOUT_MS): ConnectionOptions {
  const read = readDatabaseUrl(url)
  if (!read.ok) throw new RangeError(`The URL of the database ${read.problem}`)
  const options: ClientConfig = {
    connectionString: read.urls[0],
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
  const ClientOfUrl = read.urls.length === 1 ? Client : clientOfHosts(read.urls, options, timeoutMs)
  return {
    ...options,
    Client: ClientOfUrl,
    onConnect: (client) => limitSession(client, limits, () => new ClientOfUrl(options)),
  }
}

function clientOfHosts(
  urls: readonly string[],
  options: ClientConfig,
  timeoutMs: number,
): typeof Client {
  const probe = probeBy({ ...options, query_timeout: shortWaitMs(timeoutMs) })
  return writerClient(createWriterHosts(urls, probe))
}

/** Timeout in ms for what a healthy database gives at once: a connection, a lock, a retry that succeeds. */
export function shortWaitMs(timeoutMs: number): number {
  return timeoutMs * 0.4
}
