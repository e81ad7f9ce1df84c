import type { Client } from 'pg'

export interface StatementCounts {
  statements: number
  /** Number of transactions, including those of a single statement. */
  commits: number
}

/** Counts what all connections of this process send, in the object that is returned. */
export function countStatements(client: typeof Client): StatementCounts {
  const counts: StatementCounts = { statements: 0, commits: 0 }
  const inTransaction = new WeakSet<object>()
  const query: unknown = Reflect.get(client.prototype, 'query')
  if (typeof query !== 'function') throw new TypeError('the driver has no query')
  const counted = function counted(this: Client, ...asked: unknown[]): unknown {
    const [statement] = asked
    counts.statements += 1
    if (statement === 'begin') inTransaction.add(this)
    else if (statement === 'commit' || statement === 'rollback') inTransaction.delete(this)
    if (!inTransaction.has(this)) counts.commits += 1
    return Reflect.apply(query, this, asked)
  }
  Reflect.set(client.prototype, 'query', counted)
  return counts
}
