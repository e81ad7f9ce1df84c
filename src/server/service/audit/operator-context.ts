import type { RandomBytes } from '#domain/id.ts'
import { insertPersonReads, type PersonRead } from '../../database/audit/person-read-seals.ts'
import type { Database, Queryable } from '../../database/engine/database.ts'
import type { MasterKeys } from '../keys/master-keys.ts'
import { actorColumns, recordAudit, type Actor, type NewAuditEntry } from './record-audit.ts'

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

/** Records that the context's actor read personal data. Call it before the data is handed out. */
export async function recordPersonReads(
  { database, clock, actor = { kind: 'server' } }: OperatorContext,
  why: string,
  reads: readonly PersonRead[],
): Promise<void> {
  if (reads.length === 0) return
  const { actorKind, actor: name } = actorColumns(actor)
  await insertPersonReads(database, { at: clock(), actorKind, actor: name, why, reads })
}
