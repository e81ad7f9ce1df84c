import { setTimeout as sleep } from 'node:timers/promises'
import { countUnderWay } from '../database/next-due.ts'
import type { ServiceContext } from '#server/service/context.ts'
import {
  createDeliveryWorker,
  LEASE_SECONDS,
} from '#server/service/events/deliveries/delivery-worker.ts'
import { sendShopperMails } from '#server/service/mails/send-shopper-mails.ts'
import { sendReceipts } from '#server/service/mails/send-receipts.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { erasePersonalData } from '#server/service/sessions/erase-personal-data.ts'
import { finishIntents } from '#server/service/payments/finish-intents.ts'
import { releaseEndedHolds } from '#server/service/payments/release-hold.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { inTimeOf } from '#server/service/merchant-time.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** The longest duration of a delivery attempt. A delivery that is leased for longer belongs to a process that died. */
const ATTEMPT_MS_MAX = 15_000
const POLL_MS = 20

/**
 * Does a merchant's due work by their own clock until none is left, and waits for deliveries that other processes have
 * leased. Stops early when `goOn` resolves to false.
 */
export async function doDueWork(
  context: SandboxContext,
  merchantId: string,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const { sandbox } = context
  const own = inTimeOf(context, merchantId)
  const due = () => ({ now: own.clock(), only: [merchantId] })
  const delivering = { ...sandbox.deliveries, clock: own.clock }
  const deliveries = createDeliveryWorker(delivering, async () => due())

  async function round(): Promise<boolean> {
    const simulated = await runSimulator()
    const mayBeMore = [
      await expireSessions(own, due()),
      await resolvePayments(own, due()),
      await releaseEndedHolds(own, due()),
      await finishIntents(own, due()),
      await finishRefunds(own, due()),
    ]
    // The tasks above may have made the simulator queue notifications.
    const notified = await runSimulator()
    const delivered = await deliveries.runOnce()
    if (sandbox.receipts) mayBeMore.push(await sendReceipts(own, sandbox.receipts, due()))
    if (sandbox.receipts?.sendNotice)
      mayBeMore.push(await sendShopperMails(own, sandbox.receipts.sendNotice, due()))
    mayBeMore.push(await erasePersonalData(own, due()))
    return simulated + notified + delivered > 0 || mayBeMore.includes(true)
  }
  const runSimulator = async () =>
    (await sandbox.simulator?.runDue(own.clock(), { only: merchantId })) ?? 0

  do {
    while ((await goOn()) && (await round()));
  } while ((await goOn()) && (await isSomethingUnderWay(context, merchantId)))
}

/** Whether another process has a lease on one of the merchant's deliveries; waits briefly if so. */
async function isSomethingUnderWay(
  { database, wallClock }: ServiceContext,
  merchantId: string,
): Promise<boolean> {
  const begunAfterMs = wallClock().getTime() - ATTEMPT_MS_MAX
  const leasedBeyond = new Date(begunAfterMs + LEASE_SECONDS * 1000)
  if ((await countUnderWay(database, merchantId, leasedBeyond)) === 0) return false
  await sleep(POLL_MS)
  return true
}
