import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { DISPUTE_COLUMNS, withTimes, type DisputeRecord, type DisputeRow } from './disputes.ts'

interface Asked {
  /** Null: of all merchants. */
  merchantId: string | null
  limit: number
}

const OF_MERCHANT = `(:merchantId::uuid is null or d.merchant_id = :merchantId)`

const ALL = named(
  'disputes of all merchants',
  `select ${DISPUTE_COLUMNS} from disputes d where ${OF_MERCHANT} order by d.id desc limit :limit`,
)

/** Disputes, newest first. */
export async function listAllDisputes(db: Queryable, asked: Asked): Promise<DisputeRecord[]> {
  return (await db.query<DisputeRow>(ALL, ALL.values(asked))).map(withTimes)
}

// The index disputes_due serves the condition and the order.
const DUE = named(
  'disputes that wait for an answer',
  `select ${DISPUTE_COLUMNS} from disputes d where d.status = 'needs_response' and ${OF_MERCHANT}
   order by d.respond_by, d.id limit :limit`,
)

/** Disputes that wait for an answer, the one that is due first at the top; those without a deadline come last. */
export async function listDueDisputes(db: Queryable, asked: Asked): Promise<DisputeRecord[]> {
  return (await db.query<DisputeRow>(DUE, DUE.values(asked))).map(withTimes)
}
