import type { PoolClient } from 'pg'
import type { ReversalKind } from '#contract/reversal-kinds.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { DueEvent } from './due-event.ts'
import { recordOf } from './ledger.ts'
import { appendNotification } from './outbox.ts'
import { findPayment, lockPayment, updateReversed } from './payment-rows.ts'
import type { SettleResult } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { capturedOf, type StoredPayment } from './stored-payment.ts'
import { inTransaction } from './transaction.ts'

/**
 * Takes money back as a bank or network does: by default all that is left. Refunds do not bound it. Without a kind it is what
 * is usual for the payment's method.
 */
export async function reversePayment(
  simulator: Simulator,
  paymentId: string,
  { amountMinor, kind }: { amountMinor?: number | undefined; kind?: ReversalKind },
): Promise<SettleResult> {
  return inTransaction(simulator.pool, async (client) => {
    const payment = await lockPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    const now = simulator.clockOf(payment.merchantId)
    const reversedMinor = amountMinor ?? leftOf(payment)
    const usual = METHODS[payment.method].isAuthorized ? 'chargeback' : 'network'
    const change = { reversedMinor, kind: kind ?? usual, due: null, now } as const
    if (!(await takeBack(client, payment, change, simulator)))
      return { result: 'not_possible', payment }
    return { result: 'settled', payment: (await findPayment(client, paymentId)) ?? payment }
  })
}

/** Gives back again what was taken back: by default all of it. */
export async function reinstatePayment(
  simulator: Simulator,
  paymentId: string,
  amountMinor: number | undefined,
): Promise<SettleResult> {
  return inTransaction(simulator.pool, async (client) => {
    const payment = await lockPayment(client, paymentId)
    if (payment === undefined) return { result: 'not_found' }
    const now = simulator.clockOf(payment.merchantId)
    if (!(await giveBack(client, payment, { amountMinor, now }, simulator)))
      return { result: 'not_possible', payment }
    return { result: 'settled', payment: (await findPayment(client, paymentId)) ?? payment }
  })
}

/** What can still be taken back: what came back can go once more. */
export function leftOf(payment: StoredPayment): number {
  return capturedOf(payment) - payment.reversedMinor + payment.reinstatedMinor
}

interface TakenBack {
  reversedMinor: number
  kind: ReversalKind
  due: DueEvent | null
  now: Date
}

/** Takes money back in the caller's transaction; false where that is not possible. */
export async function takeBack(
  client: PoolClient,
  payment: StoredPayment,
  { reversedMinor, kind, due, now }: TakenBack,
  { random }: Pick<Simulator, 'random'>,
): Promise<boolean> {
  const isPossible = payment.status === 'succeeded' && reversedMinor > 0
  if (!isPossible || reversedMinor > leftOf(payment)) return false
  const { id: paymentId, reinstatedMinor } = payment
  const total = payment.reversedMinor + reversedMinor
  await updateReversed(client, paymentId, { reversedMinor: total, reinstatedMinor, kind, due })
  await recordOf(client, payment, { kind: 'reversal', amountMinor: reversedMinor, now })
  await appendNotification(client, { paymentId, type: 'payment.reversed' }, { now, random })
  return true
}

/** Gives back in the caller's transaction what was taken back; false where that is not possible. */
export async function giveBack(
  client: PoolClient,
  payment: StoredPayment,
  { amountMinor, now }: { amountMinor: number | undefined; now: Date },
  { random }: Pick<Simulator, 'random'>,
): Promise<boolean> {
  const { id: paymentId, reversedMinor, reinstatedMinor } = payment
  const goneMinor = reversedMinor - reinstatedMinor
  const givenMinor = amountMinor ?? goneMinor
  if (givenMinor < 1 || givenMinor > goneMinor) return false
  const total = reinstatedMinor + givenMinor
  await updateReversed(client, paymentId, {
    reversedMinor,
    reinstatedMinor: total,
    kind: null,
    due: null,
  })
  await recordOf(client, payment, { kind: 'reinstatement', amountMinor: givenMinor, now })
  await appendNotification(client, { paymentId, type: 'payment.reinstated' }, { now, random })
  return true
}
