import { recordReversal } from './ledger.ts'
import { appendNotification } from './outbox.ts'
import { findPayment, lockPayment, updateReversed } from './payment-rows.ts'
import type { SettleResult } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { inTransaction } from './transaction.ts'

/** Takes money back as a bank or network does: by default all that is left. Refunds do not bound it. */
export async function reversePayment(
  { pool, clockOf, random }: Simulator,
  paymentId: string,
  amountMinor: number | undefined,
): Promise<SettleResult> {
  return inTransaction(pool, async (client) => {
    const payment = await lockPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    const leftMinor = payment.amountMinor - payment.reversedMinor
    const reversedMinor = amountMinor ?? leftMinor
    const isPossible = payment.status === 'succeeded' && reversedMinor > 0
    if (!isPossible || reversedMinor > leftMinor) return { result: 'not_possible', payment }
    const now = clockOf(payment.merchantId)
    await updateReversed(client, paymentId, payment.reversedMinor + reversedMinor)
    await recordReversal(client, payment, reversedMinor, now)
    await appendNotification(client, { paymentId, type: 'payment.reversed' }, { now, random })
    return { result: 'settled', payment: (await findPayment(client, paymentId)) ?? payment }
  })
}
