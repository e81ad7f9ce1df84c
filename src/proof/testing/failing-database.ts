import { setImmediate as turn } from 'node:timers/promises'

import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
} from '#server/database/engine/database-errors.ts'
import { statement, type Database, type Queryable } from '#server/database/engine/database.ts'

export interface FailingDatabase extends Database {
  /** Steps so far: statements and commits. */
  steps(): number
}

/**
 * A database whose connection is lost once, at the given step: before the server executes it, or after, when only the
 * response is lost. Step 0 never fails.
 */
export function failAt(
  database: Database,
  failingStep: number,
  moment: 'before' | 'after',
): FailingDatabase {
  let steps = 0
  const isNow = () => (steps += 1) === failingStep

  const failing = (queryable: Queryable): Queryable['query'] =>
    async function query<Row>(
      statement: Parameters<Queryable['query']>[0],
      values: readonly unknown[],
    ) {
      const fails = isNow()
      if (fails && moment === 'before') throw new DatabaseUnavailable('lost before')
      const rows = await queryable.query<Row>(statement, values)
      if (fails) throw new DatabaseUnavailable('lost after')
      return rows
    }

  return {
    ...database,
    query: failing(database),
    async transaction(work) {
      let isLost = false
      const result = await database.transaction(async (tx) => {
        const done = await work({ query: failing(tx) })
        isLost = isNow()
        if (isLost && moment === 'before') throw new DatabaseUnavailable('lost before the commit')
        return done
      })
      if (isLost) throw new CommitOutcomeUnknown('lost after the commit')
      return result
    },
    steps: () => steps,
  }
}

/** Whether the statements that are pending when the named one fails are answered, or fail after it. */
export const OTHERS = ['are answered', 'fail later'] as const

export interface NamedFailures {
  /** The database that fails. */
  around: (database: Database) => Database
  /** Names of the statements that `work` runs. */
  namesOf(work: () => Promise<unknown>): Promise<string[]>
  /** Names of those that are pending beside another. */
  batchOf(work: () => Promise<unknown>): Promise<string[]>
  /**
   * Cancels every run of the named statement during `work`, in the server, while those beside it are pending. Resolves to the
   * rejections that had no handler, which would end a process.
   */
  unhandledOf(
    name: string,
    others: (typeof OTHERS)[number],
    work: () => Promise<unknown>,
  ): Promise<unknown[]>
}

/** PostgreSQL ends it with the error of a statement that took too long. */
const CANCELED = statement('canceled', 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(10)')

export function createNamedFailures(): NamedFailures {
  const names = new Set<string>()
  const batched = new Set<string>()
  const pending = new Set<{ name: string; isLost: boolean }>()
  let failing: string | undefined
  let losesOthers = false
  let canceling: Promise<unknown> | undefined

  /** Cancels a statement. Those beside it are answered, or fail, once this has failed. */
  async function cancel(queryable: Queryable): Promise<never> {
    if (losesOthers) for (const one of pending) one.isLost = true
    const canceled = queryable.query(CANCELED, [])
    canceling = canceled
      .catch(() => turn())
      .finally(() => {
        canceling = undefined
      })
    await canceled
    throw new Error('the statement was not canceled')
  }

  const queryOf = (queryable: Queryable): Queryable['query'] =>
    async function query<Row>(
      statement: Parameters<Queryable['query']>[0],
      values: readonly unknown[],
    ) {
      names.add(statement.name)
      if (statement.name === failing) return cancel(queryable)
      const own = { name: statement.name, isLost: canceling !== undefined && losesOthers }
      pending.add(own)
      if (pending.size > 1) for (const { name } of pending) batched.add(name)
      try {
        const rows = await queryable.query<Row>(statement, values)
        await canceling
        if (own.isLost) throw new DatabaseUnavailable('lost beside it')
        return rows
      } finally {
        pending.delete(own)
      }
    }

  return {
    around: (database) => ({
      ...database,
      query: queryOf(database),
      transaction: (work) => database.transaction((tx) => work({ query: queryOf(tx) })),
    }),
    async namesOf(work) {
      names.clear()
      await work()
      return [...names]
    },
    async batchOf(work) {
      batched.clear()
      await work()
      return [...batched]
    },
    async unhandledOf(name, others, work) {
      const unhandled: unknown[] = []
      const note = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', note)
      failing = name
      losesOthers = others === 'fail later'
      try {
        await work()
        while (pending.size > 0) await turn()
        await turn()
      } finally {
        failing = undefined
        process.off('unhandledRejection', note)
      }
      return unhandled
    },
  }
}
