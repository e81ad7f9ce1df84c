import type { PoolClient } from 'pg'
import { after, REFUND_DELAY_MS } from './due-event.ts'
import { recordRefund } from './ledger.ts'
import { lockPayment } from './payment-rows.ts'
import { findRefund, insertRefund, type StoredRefund, sumRefundedMinor } from './refund-rows.ts'
import { leftOf } from './reverse-payment.ts'
import type { Simulator } from './simulator.ts'
import type { RefundRequest } from './simulator-messages.ts'
import type { StoredPayment } from './stored-payment.ts'
import type { RefundBehavior } from './test-payers.ts'
import { inTransaction } from './transaction.ts'

export type RefundResult =
  | { result: 'created' | 'replayed'; status: StoredRefund['status'] }
  /** The id belongs to another refund. */
  | { result: 'conflict' }

/** Creates a refund idempotently by its id; refunds never exceed the captured amount. */
export async function createRefund(
  simulator: Simulator,
  request: RefundRequest,
): Promise<RefundResult> {
  return inTransaction(simulator.pool, async (client) => {
    // The lock serializes the refunds of a payment: repeated ones, and two that together exceed the captured amount.
    const payment = await lockPayment(client, request.paymentId)
    const now = simulator.clockOf(payment?.merchantId ?? null)
    const stored = await findRefund(client, request.refundId)
    if (stored !== undefined) {
      return isSameRefund(stored, request)
        ? { result: 'replayed', status: stored.status }
        : { result: 'conflict' }
    }
    if (payment === undefined) return { result: 'created', status: 'failed' }
    const status = (await isCovered(client, payment, request))
      ? STATUS_BY_BEHAVIOR[payment.refundBehavior]
      : 'failed'
    const { refundId: id, paymentId, amountMinor, currency } = request
    const refund = { id, paymentId, amountMinor, currency, status }
    const isDue =
      status === 'pending' || (status === 'succeeded' && payment.refundBehavior === 'return')
    const dueAt = isDue ? after(now, REFUND_DELAY_MS) : null
    await insertRefund(client, refund, { dueAt, now })
    if (status === 'succeeded') await recordRefund(client, refund, now)
    return { result: 'created', status }
  })
}

const STATUS_BY_BEHAVIOR: Record<RefundBehavior, StoredRefund['status']> = {
  succeed: 'succeeded',
  fail: 'failed',
  wait: 'pending',
  return: 'succeeded',
}

async function isCovered(
  client: PoolClient,
  payment: StoredPayment,
  request: RefundRequest,
): Promise<boolean> {
  if (payment.status !== 'succeeded' || payment.currency !== request.currency) return false
  const refundedMinor = await sumRefundedMinor(client, payment.id)
  return refundedMinor + request.amountMinor <= leftOf(payment)
}

function isSameRefund(stored: StoredRefund, request: RefundRequest): boolean {
  return (
    stored.paymentId === request.paymentId &&
    stored.amountMinor === request.amountMinor &&
    stored.currency === request.currency
  )
}
