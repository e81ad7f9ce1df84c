import { deliverNotifications, type NotificationTarget } from './deliver-notifications.ts'
import { recordRefund } from './ledger.ts'
import { lockDuePayments } from './payment-rows.ts'
import { updateDueRefunds } from './refund-rows.ts'
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
  { pool, random }: Simulator,
  now: Date,
  scope: DueScope,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const due = await lockDuePayments(client, now, BATCH_LIMIT, scope)
    let settled = 0
    for (const { id, type } of due) {
      if (await settleInTransaction(client, id, { type }, { clockOf: () => now, random }))
        settled += 1
    }
    return settled
  })
}

async function settleDueRefunds({ pool }: Simulator, now: Date, scope: DueScope): Promise<number> {
  return inTransaction(pool, async (client) => {
    const settled = await updateDueRefunds(client, now, BATCH_LIMIT, scope)
    for (const refund of settled) await recordRefund(client, refund, now)
    return settled.length
  })
}
