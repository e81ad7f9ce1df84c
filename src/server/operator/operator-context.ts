import type { RandomBytes } from '../../domain/id.ts'
import type { Database, Queryable } from '../database/database.ts'
import { recordAct, type Act, type Actor } from '../audit/record-act.ts'
import type { MasterKeys } from '../keys/master-keys.ts'

/** What the operator's commands work with; a server's context has it all. */
export interface OperatorContext {
  database: Database
  keys: MasterKeys
  clock: () => Date
  random: RandomBytes
  /** Who acts; the server itself where nobody is named. */
  actor?: Actor
}

/** Writes down what an operator did: the last statement of its transaction. */
export function recordOperatorAct(
  { keys, clock, actor = { kind: 'server' } }: Pick<OperatorContext, 'keys' | 'clock' | 'actor'>,
  tx: Queryable,
  act: Omit<Act, 'actor'>,
): Promise<void> {
  return recordAct(tx, { keys, now: clock() }, { actor, ...act })
}
