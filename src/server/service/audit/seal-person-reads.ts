import { readRange, sealedRange } from './person-read-seals.ts'
import { recordAudit } from './record-audit.ts'
import type { ServiceContext } from '../context.ts'
import { lockAuditEnd } from '../../database/audit/audit-log.ts'
import {
  readLastSeal,
  readLastSealable,
  SEALED_TABLE,
} from '../../database/audit/person-read-seals.ts'

const HOUR_MS = 3_600_000
/** Longer than any statement: a row with a smaller id is there by then. */
const SETTLED_MS = 300_000
/** Maximum of rows that one seal covers. */
const ROWS_MAX = 5000

/**
 * Seals, once an hour, the records of who read personal data since the last seal. A seal is a row of the audit log, by which
 * `audit verify` detects records that were changed or deleted afterwards. True when there may be more.
 */
export async function sealPersonReads({
  database,
  keys,
  clock,
}: Pick<ServiceContext, 'database' | 'keys' | 'clock'>): Promise<boolean> {
  return database.transaction(async (tx) => {
    const now = clock()
    const last = await readLastSeal(tx)
    const sealed = last && readRange(last)
    const isFull = sealed?.count === ROWS_MAX
    if (last !== undefined && !isFull && now.getTime() - last.at.getTime() < HOUR_MS) return false
    const after = sealed?.to ?? 0
    const before = new Date(now.getTime() - SETTLED_MS)
    const to = await readLastSealable(tx, { after, before, limit: ROWS_MAX })
    if (to === undefined) return false
    const range = await sealedRange(tx, { from: after + 1, to })
    // Another process may have sealed them meanwhile.
    await lockAuditEnd(tx)
    if ((await readLastSeal(tx))?.sequence !== last?.sequence) return true
    await recordAudit(
      tx,
      { keys, now },
      {
        actor: { kind: 'server' },
        action: 'person_reads.sealed',
        subject: SEALED_TABLE,
        merchantId: null,
        details: { ...range },
      },
    )
    return range.count === ROWS_MAX
  })
}
