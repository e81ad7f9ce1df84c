import { actorColumns } from './record-audit.ts'
import { insertPersonReads, type PersonRead } from '../../database/audit/person-reads.ts'
import type { OperatorContext } from './operator-context.ts'

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
