import type { PoolClient } from 'pg'
import { METHODS } from '#domain/methods/methods.ts'
import { recordOf } from './ledger.ts'
import { after, CAPTURE_FAILS_AFTER_MS, disputeDue, type DueEvent } from './due-event.ts'
import { appendNotification } from './outbox.ts'
import { type PaymentEvent, settleBy, type Settled } from './payment-events.ts'
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
  simulator: Pick<Simulator, 'clockOf' | 'random' | 'captureWithinDays'>,
): Promise<boolean> {
  const payment = await lockPayment(client, paymentId)
  const settled = payment && settleBy(event, payment)
  if (payment === undefined || settled === undefined) return false
  const { random, captureWithinDays } = simulator
  const now = simulator.clockOf(payment.merchantId)
  const isPaid = settled.status === 'succeeded'
  const paidAt = isPaid && METHODS[payment.method].paysLater ? now : null
  const captureBefore =
    settled.status === 'authorized'
      ? endOfHold(payment, { now, captureWithinDays })
      : payment.captureBefore
  const due = dueAfter(payment, settled, { now, captureBefore })
  await updateSettled(client, paymentId, { settled, due, paidAt, captureBefore })
  await recordSettled(client, payment, settled, now)
  const type = `payment.${settled.status}` as const
  await appendNotification(client, { paymentId, type }, { now, random })
  return true
}

const DAY_MS = 86_400_000

/** Until when a card that is held now can be captured. */
export function endOfHold(
  { holdBehavior }: Pick<StoredPayment, 'holdBehavior'>,
  { now, captureWithinDays }: { now: Date; captureWithinDays: number },
): Date {
  return holdBehavior === 'hold_ends' ? now : after(now, captureWithinDays * DAY_MS)
}

/** What happens next without a request. */
function dueAfter(
  { holdBehavior, disputedAs }: StoredPayment,
  { status }: Settled,
  { now, captureBefore }: { now: Date; captureBefore: Date | null },
): DueEvent | null {
  if (captureBefore === null) return null
  if (status === 'authorized') return { type: 'end_hold', at: captureBefore }
  if (status !== 'succeeded') return null
  return holdBehavior === 'capture_reversed'
    ? { type: 'fail_capture', at: after(now, CAPTURE_FAILS_AFTER_MS) }
    : disputeDue(disputedAs, now)
}

/** Records what an event moves: a card is authorized before it is captured, and what is not captured is released. */
async function recordSettled(
  client: PoolClient,
  payment: StoredPayment,
  settled: Settled,
  now: Date,
): Promise<void> {
  const { amountMinor } = payment
  const isMoved = settled.status === 'authorized' || settled.status === 'succeeded'
  if (isMoved && payment.status !== 'authorized' && METHODS[payment.method].isAuthorized)
    await recordOf(client, payment, { kind: 'authorization', amountMinor, now })
  if (settled.status === 'voided')
    await recordOf(client, payment, { kind: 'void', amountMinor, now })
  if (settled.status !== 'succeeded') return
  const { capturedMinor } = settled
  await recordOf(client, payment, { kind: 'capture', amountMinor: capturedMinor, now })
  await recordOf(client, payment, { kind: 'void', amountMinor: amountMinor - capturedMinor, now })
}
