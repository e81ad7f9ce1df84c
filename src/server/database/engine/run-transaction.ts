import type { ClientBase } from 'pg'

import type { Statement, Transaction } from './database.ts'
import {
  CommitOutcomeUnknown,
  databaseError,
  isRefusal,
  spoilsConnection,
} from './database-errors.ts'
import { runStatement } from './run-statement.ts'

/** Runs `work` between BEGIN and COMMIT; rolls back when it throws. The only place that begins and commits. */
export async function runTransaction<T>(
  client: ClientBase,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let over = false
  const tx: Transaction = {
    async query<Row>(statement: Statement, values: readonly unknown[]) {
      // The pool may have given the connection to another caller.
      if (over) throw new Error(`"${statement.name}" came after the end of its transaction`)
      try {
        return await runStatement<Row>(client, statement, values)
      } catch (error) {
        throw databaseError(error)
      }
    },
  }
  await client.query('begin')
  let outcome: T
  try {
    outcome = await work(tx)
  } catch (error) {
    over = true
    // When the connection is lost, the server rolls back on its own.
    if (!spoilsConnection(error)) await client.query('rollback').catch(() => undefined)
    throw error
  }
  over = true
  await commit(client)
  return outcome
}

async function commit(client: ClientBase): Promise<void> {
  let command: string
  try {
    ;({ command } = await client.query('commit'))
  } catch (cause) {
    if (isRefusal(cause)) throw cause
    throw new CommitOutcomeUnknown('The connection broke while committing', { cause })
  }
  // PostgreSQL answers COMMIT of a failed transaction with success, and rolls it back.
  if (command !== 'COMMIT') throw new Error('A failed statement was ignored: nothing was committed')
}
