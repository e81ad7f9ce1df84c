import { setTimeout as sleep } from 'node:timers/promises'

import type { Database, Queryable, Statement } from './database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isRefusal } from './database-errors.ts'

/**
 * When notices of changes are published: in the transaction of the change, or gathered, after it is committed. NOTIFY
 * takes a lock of the whole cluster until its commit is on disk, so transactions with NOTIFY commit one after another.
 */
export type Publishing = 'in the commit' | 'gathered'

/** SQL expression for the column `notices` of a publishing statement: the channel, a space, and the payload. */
export const notice = (channel: string, payload: string) => `'${channel} ' || ${payload}`

/** Marks a statement whose rows may have `notices`, a `text[]`: they are published when the statement is committed. */
export function publishing<Prepared extends Statement>(prepared: Prepared): Prepared {
  return { ...prepared, publishes: true }
}

const EACH = 'from unnest($1::text[], $2::text[]) as notice (channel, payload)'
export const PUBLISH_WITHIN = `select pg_notify(channel, payload) ${EACH}`
/** The change is committed already, and no notice survives a crash of the database: this commit need not wait for the disk. */
export const PUBLISH_ALONE = `select pg_notify(channel, payload), set_config('synchronous_commit', 'off', true) ${EACH}`

/** Publishes to subscribers of `sessions` that notices may be missing. */
const GAP = 'sessions gap'
const BATCH = 1000
const RETRY_MS = 100
const LAST_TRIES = 3

/** The statements that publish: alone, or as a part of a transaction. */
interface PublishingStatements {
  alone: Statement
  within: Statement
}

/** Wraps a database so that it publishes the `notices` in the rows of its statements. */
export function publishNotices(
  database: Database,
  when: Publishing,
  { alone, within }: PublishingStatements,
): Database {
  const gathered = gather((notices) => send(database, alone, notices))

  async function publish(notices: readonly string[]): Promise<void> {
    if (when === 'gathered') gathered.add(notices)
    // The change is committed, so the call succeeds even if its notices are not published.
    else if (notices.length > 0) await send(database, alone, notices).catch(() => undefined)
  }

  return {
    ...database,
    async query<Row>(asked: Statement, values: readonly unknown[]): Promise<Row[]> {
      if (asked.publishes !== true) return database.query<Row>(asked, values)
      try {
        const rows = await database.query<Row>(asked, values)
        await publish(noticesOf(rows))
        return rows
      } catch (error) {
        if (mayHaveCommitted(error)) void publish([GAP])
        throw error
      }
    },
    async transaction(work) {
      let notices: string[] = []
      try {
        const result = await database.transaction(async (tx) => {
          notices = []
          const done = await work(collecting(tx, notices))
          if (when === 'in the commit' && notices.length > 0) await send(tx, within, notices)
          return done
        })
        if (when === 'gathered') await publish(notices)
        return result
      } catch (error) {
        if (when === 'gathered' && error instanceof CommitOutcomeUnknown) await publish(notices)
        throw error
      }
    },
    async close() {
      await gathered.close()
      await database.close()
    },
  }
}

async function send(db: Queryable, by: Statement, notices: readonly string[]): Promise<void> {
  const parts = notices.map((one) => one.split(' '))
  const payloads = parts.map(([, ...payload]) => payload.join(' '))
  await db.query(by, [parts.map(([channel]) => channel), payloads])
}

function collecting(tx: Queryable, notices: string[]): Queryable {
  return {
    async query<Row>(asked: Statement, values: readonly unknown[]): Promise<Row[]> {
      const rows = await tx.query<Row>(asked, values)
      if (asked.publishes === true) notices.push(...noticesOf(rows))
      return rows
    },
  }
}

function noticesOf(rows: readonly unknown[]): string[] {
  return (rows as { notices?: string[] | null }[]).flatMap(({ notices }) => notices ?? [])
}

/** The connection broke after the statement was sent, and its answer, with the notices, is lost. */
function mayHaveCommitted(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.cause !== undefined && !isRefusal(error)
}

/** Publishes in batches, one at a time; notices that come meanwhile join the next batch, equal ones once. */
function gather(deliver: (notices: readonly string[]) => Promise<void>) {
  let waiting = new Set<string>()
  let running: Promise<void> | undefined
  let triesLeft = Infinity

  async function run(): Promise<void> {
    while (waiting.size > 0 && triesLeft > 0) {
      const batch = [...waiting].slice(0, BATCH)
      waiting = new Set([...waiting].slice(BATCH))
      try {
        await deliver(batch)
      } catch {
        triesLeft -= 1
        waiting = new Set([...batch, ...waiting])
        await sleep(RETRY_MS)
      }
    }
    running = undefined
  }

  return {
    add(notices: readonly string[]) {
      for (const one of notices) waiting.add(one)
      if (waiting.size > 0) running ??= run()
    },
    /** Publishes the waiting notices; gives up after a few failures. */
    async close() {
      triesLeft = LAST_TRIES
      await running
    },
  }
}
