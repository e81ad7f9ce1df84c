import type { PaymentOutcome } from '#domain/settle.ts'
import { findPayment, lockPayment } from './payment-rows.ts'
import { settleInTransaction } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { outcomeOf } from './stored-payment.ts'
import { inTransaction } from './transaction.ts'
import { insertVoided, lockPaymentId, VOIDED } from './voided-payments.ts'

/**
 * Cancels a payment that the shopper has not paid yet, and releases a held card; an unknown id is voided, so that its payment
 * is refused later. `isSilent`: the request gets no response.
 */
export async function cancelPayment(
  simulator: Simulator,
  paymentId: string,
): Promise<{ outcome: PaymentOutcome; isSilent: boolean }> {
  return inTransaction(simulator.pool, async (client) => {
    await lockPaymentId(client, paymentId)
    const before = await lockPayment(client, paymentId)
    const isHeld = before?.status === 'authorized'
    const isOver = isHeld && simulator.clockOf(before.merchantId) >= before.captureBefore
    const event = isOver ? ({ type: 'end_hold' } as const) : ({ type: 'cancel' } as const)
    await settleInTransaction(client, paymentId, event, simulator)
    const payment = await findPayment(client, paymentId)
    if (payment !== undefined) {
      const isSilent = isHeld && payment.holdBehavior === 'void_silent'
      return { outcome: outcomeOf(payment), isSilent }
    }
    await insertVoided(client, paymentId, simulator.clockOf(null))
    return { outcome: VOIDED, isSilent: false }
  })
}
