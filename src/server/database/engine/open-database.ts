import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { connectionOptions, DATABASE_TIMEOUT_MS, shortWaitMs } from './connection-options.ts'
import { databaseError, isSerializationFailure, spoilsConnection } from './database-errors.ts'
import { statement, type Database, type Transaction } from './database.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { PUBLISH_ALONE, PUBLISH_WITHIN, publishNotices, type Publishing } from './notices.ts'
import { openPipelines } from './pipelines.ts'
import { runTransaction } from './run-transaction.ts'

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

const DELAY_STEP_MS = 5
const DELAY_MAX_MS = 50

/**
 * Retries `work`, with linear backoff, after a deadlock or a serialization failure; the server has rolled both back.
 * Throws the last error once `timeMs` has passed.
 */
async function retrySerializationFailures<T>(timeMs: number, work: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + timeMs
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isSerializationFailure(error) || performance.now() >= endMs) throw error
      await sleep(Math.min(attempts * DELAY_STEP_MS, DELAY_MAX_MS))
    }
  }
}
