import type { RandomBytes } from '#domain/id.ts'
import type { Database, Queryable } from '../../database/engine/database.ts'
import { recordAudit, type NewAuditEntry, type Actor } from './record-audit.ts'
import type { MasterKeys } from '../keys/master-keys.ts'

/** Dependencies of the operator's commands; a subset of the server's context. */
export interface OperatorContext {
  database: Database
  keys: MasterKeys
  clock: () => Date
  random: RandomBytes
  /** For the audit log; default: the server. */
  actor?: Actor
}

/** Appends to the audit log. Must be the last statement of the transaction: it locks the end of the chain. */
export function recordOperatorAudit(
  { keys, clock, actor = { kind: 'server' } }: Pick<OperatorContext, 'keys' | 'clock' | 'actor'>,
  tx: Queryable,
  entry: Omit<NewAuditEntry, 'actor'>,
): Promise<void> {
  return recordAudit(tx, { keys, now: clock() }, { actor, ...entry })
}
