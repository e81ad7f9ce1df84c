import type { Database, Queryable, Statement } from '#server/database/engine/database.ts'
import { labelOf } from '../../campaigns/simulation/gated-database.ts'

/** Number of statements so far, by name; a transaction also counts as one `begin` and one `commit`. */
type StatementCounts = Record<string, number>

export const NOTIFYING = 'of these with NOTIFY'

/** Counts the statements of a database by name. */
export function countByName(): {
  around: (database: Database) => Database
  counts: StatementCounts
} {
  const counts: StatementCounts = {}
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const counting = (queryable: Queryable): Queryable['query'] =>
    function query<Row>(statement: Statement, values: readonly unknown[]) {
      add(labelOf(statement))
      if (statement.text.includes('pg_notify(')) add(NOTIFYING)
      return queryable.query<Row>(statement, values)
    }
  return {
    counts,
    around: (database) => ({
      ...database,
      query: counting(database),
      async transaction(work) {
        add('begin')
        const result = await database.transaction((tx) => work({ query: counting(tx) }))
        add('commit')
        return result
      },
    }),
  }
}
