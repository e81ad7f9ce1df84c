import type { ProcessorOutcome } from '../../server/processors/processor.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'

/** What a payment is that was canceled before it came. */
export const VOIDED: ProcessorOutcome = { status: 'failed', declineCode: 'processing_error' }

const lock = preparedStatement(
  'lock_payment_id',
  'select pg_advisory_xact_lock(hashtextextended($1, 0))',
)

/** Until the transaction ends, no other makes or voids the payment; the row to lock may not exist yet. */
export async function lockPaymentId(db: Queryable, paymentId: string): Promise<void> {
  await db.query(lock([paymentId]))
}

const insert = preparedStatement(
  'insert_voided_payment',
  `insert into simulator.voided_payments (id, voided_at) values ($1, $2) on conflict do nothing`,
)

export async function insertVoided(db: Queryable, paymentId: string, now: Date): Promise<void> {
  await db.query(insert([paymentId, now]))
}

const find = preparedStatement(
  'find_voided_payment',
  'select from simulator.voided_payments where id = $1',
)

export async function isVoided(db: Queryable, paymentId: string): Promise<boolean> {
  const { rowCount } = await db.query(find([paymentId]))
  return rowCount === 1
}
