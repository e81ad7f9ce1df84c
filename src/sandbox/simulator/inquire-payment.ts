import type { PaymentOutcome } from '#domain/settle.ts'
import { findPayment } from './payment-rows.ts'
import type { Queryable } from './prepared-statement.ts'
import { outcomeOf } from './stored-payment.ts'
import { isVoided, VOIDED } from './voided-payments.ts'

/** Reads the outcome of a payment. */
export async function inquirePayment(
  db: Queryable,
  paymentId: string,
): Promise<PaymentOutcome | { status: 'not_found' }> {
  const payment = await findPayment(db, paymentId)
  if (payment !== undefined) return outcomeOf(payment)
  return (await isVoided(db, paymentId)) ? VOIDED : { status: 'not_found' }
}
