import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Pool } from 'pg'

import { connectionOptions, DATABASE_TIMEOUT_MS, shortWaitMs } from './connection-options.ts'
import { databaseError, spoilsConnection } from './database-errors.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { PUBLISH_ALONE, PUBLISH_WITHIN, publishNotices, type Publishing } from './notices.ts'
import { openPipelines } from './pipelines.ts'
import { retrySerializationFailures } from './retry-serialization-failures.ts'
import { runTransaction } from './run-transaction.ts'

/** A prepared statement: each connection parses it once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Parsed and planned at each call, for its values. */
  readonly isPlannedPerCall?: true
  /** Its rows may have `notices`, which the database publishes (`notices.ts`). */
  readonly publishes?: true
}

/** PostgreSQL truncates longer names without an error. */
const STATEMENT_NAME_LENGTH_MAX = 63
const TEXT_HASH_LENGTH = 8

/** Names a statement after its text, so that two releases behind one connection pooler never share a prepared statement. */
export function statement(label: string, text: string): Statement {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, TEXT_HASH_LENGTH)
  const name = `${label} ${hash}`
  if (name.length > STATEMENT_NAME_LENGTH_MAX)
    throw new RangeError(`Statement label too long: ${label}`)
  return { name, text }
}

/**
 * Makes PostgreSQL plan a statement at each call, which costs a fraction of a millisecond. For lists whose best plan depends on
 * how many rows the merchant has, where a generic plan assumes the same number for all; and for batches, where a worker's
 * connection would keep the plan that it made when the tables were small.
 */
export function plannedPerCall<Prepared extends Statement>(prepared: Prepared): Prepared {
  return { ...prepared, isPlannedPerCall: true }
}

/** A database or a transaction: what a query function takes. */
export interface Queryable {
  /**
   * Rows with `bigint` as number and `timestamptz` as Date. Outside a transaction it runs again on a deadlock or a
   * serialization failure. Throws `DatabaseUnavailable` when the same call may work later.
   */
  query<Row = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]>
}

/** Ends when the function that received it settles; later queries throw. */
export type Transaction = Queryable

export interface Database extends Queryable {
  /**
   * Commits what `work` did; rolls back when `work` throws. `work` runs again after a deadlock or a
   * serialization failure, so its statements must be its only effects.
   * Throws `CommitOutcomeUnknown` when the connection broke between COMMIT and its answer.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * LISTENs on a channel: calls `onPayload` for each notification, and `onReconnect` when some may have
   * been missed. Resolves once it listens, to a function that stops it.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>
  /** Whether a connection answered within the time. Never throws. */
  healthy(timeoutMs: number): Promise<boolean>
  /** Drains statements under way, for at most 10 s. */
  close(): Promise<void>
}

const TRANSACTIONS_MAX = 10
const CLOSE_TIMEOUT_MS = 10_000

const PING = statement('ping', 'select 1')
const PUBLISH = {
  alone: statement('publish notices', PUBLISH_ALONE),
  within: statement('publish notices in commit', PUBLISH_WITHIN),
}

export interface DatabaseOptions {
  url: string
  log: Log
  /** Statement timeout; all other timeouts of the database derive from it. */
  timeoutMs?: number
  /** Maximum number of connections for single statements, and also for transactions. Default: 8 and 10. */
  connectionsOfEachKind?: number
  /** Default: `in the commit`. `gathered` requires that the process publishes that it is alive (`session-watch.ts`). */
  publishing?: Publishing
  /** Wraps the database beneath the layer that publishes notices; for tests that watch its statements. */
  around?: (database: Database) => Database
}

/** Connects lazily. */
export function openDatabase({
  url,
  log,
  timeoutMs = DATABASE_TIMEOUT_MS,
  connectionsOfEachKind,
  publishing = 'in the commit',
  around = (database) => database,
}: DatabaseOptions): Database {
  const options = connectionOptions(url, timeoutMs)
  const racesMs = shortWaitMs(timeoutMs)
  const pipelines = openPipelines(options, connectionsOfEachKind)
  const pool = new Pool({ ...options, max: connectionsOfEachKind ?? TRANSACTIONS_MAX })
  const subscriptions = new Set<() => Promise<void>>()

  pool.on('error', (error) => log.warn(`An idle connection was lost: ${error.message}`))
  // The statement under way rejects with the same error; without a listener, Node would exit.
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function runOnce<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let spoiled = false
    try {
      return await runTransaction(client, work)
    } catch (error) {
      spoiled = spoilsConnection(error)
      throw error
    } finally {
      client.release(spoiled || client.getTransactionStatus() !== 'I')
    }
  }

  const database: Database = {
    query: (statement, values) =>
      retrySerializationFailures(racesMs, () => pipelines.query(statement, values)),

    async transaction(work) {
      try {
        return await retrySerializationFailures(racesMs, () => runOnce(work))
      } catch (error) {
        throw databaseError(error)
      }
    },

    async listen(channel, onPayload, onReconnect) {
      const end = await listen(options, { channel, onPayload, onReconnect }, log)
      subscriptions.add(end)
      return async () => {
        subscriptions.delete(end)
        await end()
      }
    },

    async healthy(timeoutMs) {
      const answered = pipelines.query(PING, []).then(
        () => true,
        () => false,
      )
      return await within(timeoutMs, answered, false)
    },

    async close() {
      const endings = [...subscriptions].map((end) => end())
      const closed = Promise.all([pipelines.close(), pool.end(), ...endings])
      await within(CLOSE_TIMEOUT_MS, closed, undefined)
    },
  }
  return publishNotices(around(database), publishing, PUBLISH)
}

async function within<T, U>(timeoutMs: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  const answered = new AbortController()
  const timeout = sleep(timeoutMs, otherwise, { signal: answered.signal })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    answered.abort()
    await timeout.catch(() => undefined)
  }
}
