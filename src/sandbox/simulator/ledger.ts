import { METHODS } from '#domain/methods/methods.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'
import type { PaymentFacts } from './stored-payment.ts'

const record = preparedStatement(
  'record_in_ledger',
  `insert into simulator.ledger_entries (payment_id, refund_id, kind, amount_minor, currency, recorded_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** Records a charge; a card is authorized and captured in one step. */
export async function recordCharge(db: Queryable, payment: PaymentFacts, now: Date): Promise<void> {
  const { id, amountMinor, currency } = payment
  if (METHODS[payment.method].isAuthorized) {
    await db.query(record([id, null, 'authorization', amountMinor, currency, now]))
  }
  await db.query(record([id, null, 'capture', amountMinor, currency, now]))
}

export async function recordReversal(
  db: Queryable,
  { id, currency }: PaymentFacts,
  amountMinor: number,
  now: Date,
): Promise<void> {
  await db.query(record([id, null, 'reversal', amountMinor, currency, now]))
}

export async function recordRefund(
  db: Queryable,
  refund: { id: string; paymentId: string; amountMinor: number; currency: string },
  now: Date,
): Promise<void> {
  const { id, paymentId, amountMinor, currency } = refund
  await db.query(record([paymentId, id, 'refund', amountMinor, currency, now]))
}
