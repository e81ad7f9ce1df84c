import type { PoolClient } from 'pg'
import { recordReturn } from './ledger.ts'
import { appendNotification } from './outbox.ts'
import { lockPayment } from './payment-rows.ts'
import { findRefund, type StoredRefund, updateReturned } from './refund-rows.ts'
import type { SettleResult } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { inTransaction } from './transaction.ts'

/** Lets the money of a refund of a payment come back, as from a closed account. */
export async function returnRefund(
  simulator: Simulator,
  paymentId: string,
  refundId: string,
): Promise<SettleResult> {
  return inTransaction(simulator.pool, async (client) => {
    const payment = await lockPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    const refund = await findRefund(client, refundId)
    const isOwn = refund?.paymentId === paymentId && (await updateReturned(client, refundId))
    if (refund === undefined || !isOwn) return { result: 'not_possible', payment }
    await recordReturned(client, refund, simulator.clockOf(payment.merchantId), simulator)
    return { result: 'settled', payment }
  })
}

/** Records the return of a refund and tells of it, in the caller's transaction. */
export async function recordReturned(
  client: PoolClient,
  refund: StoredRefund,
  now: Date,
  { random }: Pick<Simulator, 'random'>,
): Promise<void> {
  const { id: refundId, paymentId } = refund
  await recordReturn(client, refund, now)
  await appendNotification(
    client,
    { paymentId, refundId, type: 'refund.reversed' },
    { now, random },
  )
}
