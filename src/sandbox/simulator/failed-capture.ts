import type { PoolClient } from 'pg'
import { after, CAPTURED_AGAIN_AFTER_MS } from './due-event.ts'
import { lockPayment } from './payment-rows.ts'
import { giveBack, leftOf, takeBack } from './reverse-payment.ts'
import type { Simulator } from './simulator.ts'

type Deps = Pick<Simulator, 'clockOf' | 'random'>

/** An acknowledged capture fails after all; it is made again some seconds later. */
export async function failCapture(
  client: PoolClient,
  paymentId: string,
  simulator: Deps,
): Promise<boolean> {
  const payment = await lockPayment(client, paymentId)
  if (payment === undefined) return false
  const now = simulator.clockOf(payment.merchantId)
  const due = { type: 'capture_again', at: after(now, CAPTURED_AGAIN_AFTER_MS) } as const
  const change = { reversedMinor: leftOf(payment), kind: 'capture_failed', due, now } as const
  return takeBack(client, payment, change, simulator)
}

/** The capture that failed is made again: what was taken back comes back. */
export async function captureAgain(
  client: PoolClient,
  paymentId: string,
  simulator: Deps,
): Promise<boolean> {
  const payment = await lockPayment(client, paymentId)
  if (payment === undefined) return false
  const now = simulator.clockOf(payment.merchantId)
  return giveBack(client, payment, { amountMinor: undefined, now }, simulator)
}
