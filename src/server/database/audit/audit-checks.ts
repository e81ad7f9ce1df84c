import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** How far the worker has verified the audit log. */
export interface AuditCheck {
  /** Where the present pass stands. */
  progress: unknown
  beganAt: Date
  /** The last row of the log at the end of the latest complete pass; null: no pass has been completed. */
  verifiedSequence: number | null
  verifiedAt: Date | null
  /** The fault that was found; null again after a complete pass without a fault. */
  fault: string | null
  faultSequence: number | null
  faultAt: Date | null
}

const READ = statement(
  'audit check',
  `select progress, began_at as "beganAt", verified_sequence as "verifiedSequence", verified_at as "verifiedAt", fault,
     fault_sequence as "faultSequence", fault_at as "faultAt"
   from audit_checks`,
)

export async function readAuditCheck(db: Queryable): Promise<AuditCheck | undefined> {
  return (await db.query<AuditCheck>(READ, []))[0]
}

const WRITE = named(
  'write audit check',
  `insert into audit_checks (progress, began_at, verified_sequence, verified_at, fault, fault_sequence, fault_at)
   values (:progress::jsonb, :beganAt, :verifiedSequence, :verifiedAt, :fault, :faultSequence, :faultAt)
   on conflict (id) do update set progress = excluded.progress, began_at = excluded.began_at,
     verified_sequence = excluded.verified_sequence, verified_at = excluded.verified_at, fault = excluded.fault,
     fault_sequence = excluded.fault_sequence, fault_at = excluded.fault_at`,
)

export async function writeAuditCheck(db: Queryable, check: AuditCheck): Promise<void> {
  await db.query(WRITE, WRITE.values({ ...check, progress: JSON.stringify(check.progress) }))
}
