import type { PoolClient } from 'pg'
import { deliverNotifications, type NotificationTarget } from './deliver-notifications.ts'
import { disputeDuePayment } from './dispute-payment.ts'
import { recordRefund } from './ledger.ts'
import { captureAgain, failCapture } from './failed-capture.ts'
import { type DuePayment, lockDuePayments } from './payment-rows.ts'
import { updateDueRefunds } from './refund-rows.ts'
import { recordReturned } from './return-refund.ts'
import { settleInTransaction } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { inTransaction } from './transaction.ts'
import type { DueScope } from './due-scope.ts'

const BATCH_LIMIT = 50

/** Does the work due at `now`; returns the number of settled payments, settled refunds and delivered notifications. */
export async function runDue(
  simulator: Simulator,
  target: NotificationTarget,
  now: Date,
  scope: DueScope,
): Promise<number> {
  const payments = await settleDuePayments(simulator, now, scope)
  const refunds = await settleDueRefunds(simulator, now, scope)
  const deliveries = await deliverNotifications(simulator, target, {
    now,
    limit: BATCH_LIMIT,
    scope,
  })
  return payments + refunds + deliveries
}

async function settleDuePayments(
  simulator: Simulator,
  now: Date,
  scope: DueScope,
): Promise<number> {
  return inTransaction(simulator.pool, async (client) => {
    const due = await lockDuePayments(client, now, BATCH_LIMIT, scope)
    let settled = 0
    for (const payment of due) {
      if (await happen(client, payment, { ...simulator, clockOf: () => now })) settled += 1
    }
    return settled
  })
}

function happen(
  client: PoolClient,
  { id, type }: DuePayment,
  simulator: Simulator,
): Promise<boolean> {
  switch (type) {
    case 'fail_capture':
      return failCapture(client, id, simulator)
    case 'capture_again':
      return captureAgain(client, id, simulator)
    case 'dispute':
      return disputeDuePayment(client, id, simulator)
    case 'pay':
    case 'expire':
    case 'authorize':
    case 'end_hold':
      return settleInTransaction(client, id, { type }, simulator)
  }
}

async function settleDueRefunds(simulator: Simulator, now: Date, scope: DueScope): Promise<number> {
  return inTransaction(simulator.pool, async (client) => {
    const settled = await updateDueRefunds(client, now, BATCH_LIMIT, scope)
    for (const refund of settled)
      await (refund.status === 'reversed'
        ? recordReturned(client, refund, now, simulator)
        : recordRefund(client, refund, now))
    return settled.length
  })
}
