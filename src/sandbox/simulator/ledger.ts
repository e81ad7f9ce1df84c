import { METHODS } from '#domain/methods/methods.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'
import type { PaymentFacts } from './stored-payment.ts'

const record = preparedStatement(
  'record_in_ledger',
  `insert into simulator.ledger_entries (payment_id, refund_id, kind, amount_minor, currency, recorded_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

/** Records a charge; a card that is not held is authorized and captured in one step. */
export async function recordCharge(db: Queryable, payment: PaymentFacts, now: Date): Promise<void> {
  if (METHODS[payment.method].isAuthorized)
    await recordOf(db, payment, { kind: 'authorization', amountMinor: payment.amountMinor, now })
  await recordOf(db, payment, { kind: 'capture', amountMinor: payment.amountMinor, now })
}

/** Records what happens to a payment, beside its refunds. An amount of 0 is none. */
export async function recordOf(
  db: Queryable,
  { id, currency }: PaymentFacts,
  entry: {
    kind: 'authorization' | 'capture' | 'void' | 'reversal' | 'reinstatement'
    amountMinor: number
    now: Date
  },
): Promise<void> {
  const { kind, amountMinor, now } = entry
  if (amountMinor > 0) await db.query(record([id, null, kind, amountMinor, currency, now]))
}

interface RefundFacts {
  id: string
  paymentId: string
  amountMinor: number
  currency: string
}

export async function recordRefund(db: Queryable, refund: RefundFacts, now: Date): Promise<void> {
  const { id, paymentId, amountMinor, currency } = refund
  await db.query(record([paymentId, id, 'refund', amountMinor, currency, now]))
}

/** Records that the money of a refund came back. */
export async function recordReturn(db: Queryable, refund: RefundFacts, now: Date): Promise<void> {
  const { id, paymentId, amountMinor, currency } = refund
  await db.query(record([paymentId, id, 'refund_reversal', amountMinor, currency, now]))
}
