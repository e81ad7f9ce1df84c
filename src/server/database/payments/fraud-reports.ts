import { statement, type Queryable } from '../engine/database.ts'

const MARK = statement(
  'mark payment as reported as fraud',
  'update payments set fraud_reported_at = $2 where id = $1 and fraud_reported_at is null',
)

/** Marks a payment that its bank reported as fraud; the first time stays. */
export async function markFraudReported(
  tx: Queryable,
  paymentId: string,
  now: Date,
): Promise<void> {
  await tx.query(MARK, [paymentId, now])
}
