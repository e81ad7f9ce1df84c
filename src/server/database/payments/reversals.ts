import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { PAYMENT_COLUMNS, type PaymentRecord } from './payments.ts'

// `updated_at` stays: it dates a capture that did not succeed.
const RECORD = named(
  'record reversal',
  `with recorded as (
     insert into reversals (payment_id, total_minor, recorded_at) values (:paymentId, :totalMinor, :now)
   )
   update payments p set reversed_minor = :totalMinor where p.id = :paymentId returning ${PAYMENT_COLUMNS}`,
)

/** Records the total that was taken back of a payment; it must be greater than the known one. */
export async function recordReversal(
  tx: Queryable,
  reversal: { paymentId: string; totalMinor: number; now: Date },
): Promise<PaymentRecord> {
  const [payment] = await tx.query<PaymentRecord>(RECORD, RECORD.values(reversal))
  if (payment === undefined) throw new Error('the reversed payment does not exist')
  return payment
}
