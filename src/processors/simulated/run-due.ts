import { deliverNotifications, type NotificationTarget } from './deliver-notifications.ts'
import { recordRefund } from './ledger.ts'
import { lockDuePayments } from './payment-rows.ts'
import { updateDueRefunds } from './refund-rows.ts'
import { settleInTransaction } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import { inTransaction } from './transaction.ts'

const BATCH_LIMIT = 50

/** Does what is due by `now`: counts settled payments, settled refunds and delivered notifications. */
export async function runDue(
  simulator: Simulator,
  target: NotificationTarget,
  now: Date,
): Promise<number> {
  const payments = await settleDuePayments(simulator, now)
  const refunds = await settleDueRefunds(simulator, now)
  const deliveries = await deliverNotifications(simulator, target, { now, limit: BATCH_LIMIT })
  return payments + refunds + deliveries
}

async function settleDuePayments({ pool, random }: Simulator, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    const due = await lockDuePayments(client, now, BATCH_LIMIT)
    let settled = 0
    for (const { id, type } of due) {
      if (await settleInTransaction(client, id, { type }, { now, random })) settled += 1
    }
    return settled
  })
}

async function settleDueRefunds({ pool }: Simulator, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    const settled = await updateDueRefunds(client, now, BATCH_LIMIT)
    for (const refund of settled) await recordRefund(client, refund, now)
    return settled.length
  })
}
