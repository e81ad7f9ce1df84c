import type { PoolClient } from 'pg'
import { METHODS } from '#domain/methods/methods.ts'
import { recordCharge } from './ledger.ts'
import { appendNotification } from './outbox.ts'
import { type PaymentEvent, settleBy } from './payment-events.ts'
import { findPayment, lockPayment, updateSettled, updateSilent } from './payment-rows.ts'
import type { Simulator } from './simulator.ts'
import type { StoredPayment } from './stored-payment.ts'
import { inTransaction } from './transaction.ts'

export type SettleResult =
  | { result: 'settled' | 'not_possible'; payment: StoredPayment }
  | { result: 'not_found' }

/** Applies an event to a payment: state, ledger and notification change in one transaction. */
export async function settlePayment(
  simulator: Simulator,
  paymentId: string,
  event: PaymentEvent,
): Promise<SettleResult> {
  return inTransaction(simulator.pool, async (client) => {
    const isSettled = await settleInTransaction(client, paymentId, event, simulator)
    const payment = await findPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    return { result: isSettled ? 'settled' : 'not_possible', payment }
  })
}

/** Makes a payment in progress silent until an event decides it. */
export async function silencePayment(
  { pool }: Simulator,
  paymentId: string,
): Promise<SettleResult> {
  return inTransaction(pool, async (client) => {
    const isSilent = await updateSilent(client, paymentId)
    const payment = await findPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    return { result: isSilent ? 'settled' : 'not_possible', payment }
  })
}

/** Applies an event to a payment in the caller's transaction; false when the event is not possible, or without the payment. */
export async function settleInTransaction(
  client: PoolClient,
  paymentId: string,
  event: PaymentEvent,
  { clockOf, random }: Pick<Simulator, 'clockOf' | 'random'>,
): Promise<boolean> {
  const payment = await lockPayment(client, paymentId)
  const settled = payment && settleBy(event, payment)
  if (payment === undefined || settled === undefined) return false
  const now = clockOf(payment.merchantId)
  const isPaid = settled.status === 'succeeded'
  const paidAt = isPaid && METHODS[payment.method].paysLater ? now : null
  await updateSettled(client, paymentId, { settled, paidAt })
  if (isPaid) await recordCharge(client, payment, now)
  const type = `payment.${settled.status}` as const
  await appendNotification(client, { paymentId, type }, { now, random })
  return true
}
