import { CommitOutcomeUnknown, DatabaseUnavailable } from '#server/database/database-errors.ts'
import type { Database, Queryable } from '#server/database/database.ts'

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
