import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'

/** The outcome of a payment that was canceled before it was created. */
export const VOIDED: ProcessorOutcome = { status: 'failed', declineCode: 'processing_error' }

const lock = preparedStatement(
  'lock_payment_id',
  'select pg_advisory_xact_lock(hashtextextended($1, 0))',
)

/** Locks the id of a payment until the transaction ends (advisory lock): its row may not exist yet. */
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
