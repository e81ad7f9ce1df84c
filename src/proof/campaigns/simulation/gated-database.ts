import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
} from '#server/database/engine/database-errors.ts'
import type { Database, Queryable, Statement } from '#server/database/engine/database.ts'
import type { Activity } from './activity.ts'
import { inOrder } from './in-order.ts'
import type { Scheduler } from './scheduler.ts'

const HASH = / [0-9a-f]{8}$/

/** The name of a statement, without the hash of its text. */
export function labelOf({ name }: Pick<Statement, 'name'>): string {
  return name.replace(HASH, '')
}

/**
 * Thrown to roll back a transaction as if its connection were lost. The server rolls back on a lost connection, but this one is
 * intact and must roll back explicitly.
 */
class Undone extends Error {
  readonly lost: DatabaseUnavailable
  constructor(lost: DatabaseUnavailable) {
    super('rolled back')
    this.lost = lost
  }
}

/** A database where each statement, BEGIN and COMMIT waits for its turn, and may be lost or crash its process. */
export function gateDatabase(
  database: Database,
  { turn, die, inTransaction }: Scheduler,
  activity: Activity,
): Database {
  const gated = (queryable: Queryable): Queryable['query'] =>
    async function query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
      const label = labelOf(statement)
      const fate = await turn('statement', label)
      if (fate === 'lost before') throw new DatabaseUnavailable(`lost before ${label}`)
      if (fate === 'stale') return []
      const found = await activity.trackLockable(queryable.query<Row>(statement, values))
      const rows = inOrder(statement.text, found)
      if (fate === 'lost after') throw new DatabaseUnavailable(`lost after ${label}`)
      if (fate === 'dies after') return die()
      return rows
    }

  async function attempt<T>(
    work: (tx: Queryable) => Promise<T>,
  ): Promise<{ result: T; ends: boolean } | 'dead'> {
    let breakOff: (error: Error) => void = () => {}
    let isDead = false
    let asked = 0
    const counted =
      (tx: Queryable): Queryable['query'] =>
      async (statement, values) => {
        asked += 1
        try {
          return await tx.query(statement, values)
        } finally {
          asked -= 1
        }
      }
    const broken = new Promise<never>((_resolve, reject) => {
      breakOff = reject
    })
    broken.catch(() => undefined)
    const leave = inTransaction(() => {
      isDead = true
      breakOff(new DatabaseUnavailable('the process died'))
    })
    let settled = activity.begin()
    let fate = 'done'
    try {
      const result = await database.transaction(async (tx) => {
        settled()
        try {
          const done = await Promise.race([work({ query: gated({ query: counted(tx) }) }), broken])
          fate = await Promise.race([turn('commit', ''), broken])
          if (fate === 'lost before') throw new DatabaseUnavailable('lost before the commit')
          return done
        } catch (error) {
          // A statement of a crashed process may still wait for a lock: its connection is dropped, and the server rolls
          // back when it notices.
          const isDropped = isDead && asked > 0
          throw error instanceof DatabaseUnavailable && !isDropped ? new Undone(error) : error
        } finally {
          settled = activity.begin()
        }
      })
      if (fate === 'lost after') throw new CommitOutcomeUnknown('lost after the commit')
      return { result, ends: fate === 'dies after' }
    } catch (error) {
      if (isDead) return 'dead'
      throw error instanceof Undone ? error.lost : error
    } finally {
      settled()
      leave()
    }
  }

  return {
    ...database,
    query: gated(database),
    async transaction(work) {
      if ((await turn('begin', '')) !== 'done') throw new DatabaseUnavailable('no connection')
      const attempted = await attempt(work)
      return attempted === 'dead' || attempted.ends ? die() : attempted.result
    },
  }
}
