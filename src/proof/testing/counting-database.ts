import type { Database, Queryable } from '#server/database/engine/database.ts'

export interface CountingDatabase extends Database {
  /** Names of the statements executed during `work`. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
}

/** A database that records its statements. */
export function countStatements(database: Database): CountingDatabase {
  const executed: string[] = []
  const counting = <T extends Queryable>(queryable: T): Queryable['query'] =>
    async function query<Row>(statement: Parameters<T['query']>[0], values: readonly unknown[]) {
      executed.push(statement.name)
      return queryable.query<Row>(statement, values)
    }
  return {
    ...database,
    query: counting(database),
    transaction: (work) => database.transaction((tx) => work({ query: counting(tx) })),
    async statementsOf(work) {
      const before = executed.length
      await work()
      return executed.slice(before)
    },
  }
}
