import type { PaymentOutcome } from '#domain/settle.ts'
import { findPayment } from './payment-rows.ts'
import { settleInTransaction } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { outcomeOf } from './stored-payment.ts'
import { inTransaction } from './transaction.ts'
import { insertVoided, lockPaymentId, VOIDED } from './voided-payments.ts'

/**
 * Cancels a payment that the shopper has not paid yet; an unknown id is voided, so that its payment is refused later.
 */
export async function cancelPayment(
  { pool, clockOf, random }: Simulator,
  paymentId: string,
): Promise<PaymentOutcome> {
  return inTransaction(pool, async (client) => {
    await lockPaymentId(client, paymentId)
    await settleInTransaction(client, paymentId, { type: 'cancel' }, { clockOf, random })
    const payment = await findPayment(client, paymentId)
    if (payment !== undefined) return outcomeOf(payment)
    await insertVoided(client, paymentId, clockOf(null))
    return VOIDED
  })
}
