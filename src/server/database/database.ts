import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Pool } from 'pg'

import { connectionOptions, DATABASE_TIMEOUT_MS, shortWaitMs } from './connection-options.ts'
import { databaseError, spoilsConnection } from './database-errors.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { openPipelines } from './pipelines.ts'
import { retryLostRaces } from './retry-lost-races.ts'
import { runTransaction } from './run-transaction.ts'

/** An SQL text that each connection parses and plans once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** PostgreSQL cuts longer names off, in silence. */
const STATEMENT_NAME_LENGTH_MAX = 63
const TEXT_HASH_LENGTH = 8

/** Two texts never share a name, even behind a connection pooler that serves two releases at once. */
export function statement(label: string, text: string): Statement {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, TEXT_HASH_LENGTH)
  const name = `${label} ${hash}`
  if (name.length > STATEMENT_NAME_LENGTH_MAX) throw new RangeError(`Too long a name: ${label}`)
  return { name, text }
}

/** What a function of the store needs: it does not know whether it runs inside a transaction. */
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

/** Ends when the function it was given to settles; unusable afterwards. */
export type Transaction = Queryable

export interface Database extends Queryable {
  /**
   * Commits what `work` did, or nothing of it when `work` throws. On a deadlock or a serialization
   * failure `work` runs again, so it has no effects but its statements.
   * Throws `CommitOutcomeUnknown` when the connection broke between COMMIT and its answer.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` for each notification on the channel, and `onReconnect` whenever some may have
   * been missed. Resolves, to a function that ends it, once notifications arrive.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>
  /** Whether a connection answered within the time. Never throws. */
  healthy(timeoutMs: number): Promise<boolean>
  /** Waits, for a bounded time, for what is under way. */
  close(): Promise<void>
}

const TRANSACTIONS_MAX = 10
const CLOSE_TIMEOUT_MS = 10_000

const PING = statement('ping', 'select 1')

export interface DatabaseOptions {
  url: string
  log: Log
  /** How long a statement may take; all other waits on the database follow from it. */
  timeoutMs?: number
}

/** Connects when first asked something: at most 8 connections for single statements, 10 for transactions. */
export function openDatabase({
  url,
  log,
  timeoutMs = DATABASE_TIMEOUT_MS,
}: DatabaseOptions): Database {
  const options = connectionOptions(url, timeoutMs)
  const racesMs = shortWaitMs(timeoutMs)
  const pipelines = openPipelines(options)
  const pool = new Pool({ ...options, max: TRANSACTIONS_MAX })
  const subscriptions = new Set<() => Promise<void>>()

  pool.on('error', (error) => log.warn(`An idle connection was lost: ${error.message}`))
  // pg reports the loss of a connection in use twice: to its statement, and to whoever listens here.
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
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

  return {
    query: (statement, values) => retryLostRaces(racesMs, () => pipelines.query(statement, values)),

    async transaction(work) {
      try {
        return await retryLostRaces(racesMs, () => attempt(work))
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
