import { statement, type Queryable } from '../engine/database.ts'
import { ENDED } from './payment-states.ts'

/** A payment for which the processor took another amount than was asked; amounts in minor units. */
export interface MismatchedPayment {
  id: string
  sessionId: string
  merchantId: string
  processor: string
  method: string
  amountMinor: number
  currency: string
  capturedMinor: number
  capturedCurrency: string
  createdAt: Date
}

// Both conditions: the index payments_one_live serves the second.
const LIST = statement(
  'mismatched payments',
  `select p.id, p.session_id as "sessionId", s.merchant_id as "merchantId", p.processor, p.method,
     p.amount_minor as "amountMinor", p.currency, p.captured_minor as "capturedMinor",
     coalesce(p.captured_currency, p.currency) as "capturedCurrency", p.created_at as "createdAt"
   from payments p join sessions s on s.id = p.session_id
   where p.status = 'amount_mismatch' and p.status not in (${ENDED}) order by p.created_at, p.id`,
)

export async function listMismatchedPayments(db: Queryable): Promise<MismatchedPayment[]> {
  return db.query<MismatchedPayment>(LIST, [])
}
