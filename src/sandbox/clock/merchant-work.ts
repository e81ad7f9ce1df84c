import { setTimeout as pause } from 'node:timers/promises'
import { countUnderWay } from '../database/next-due.ts'
import type { ServiceContext } from '../../server/context.ts'
import {
  createDeliveryWorker,
  LEASE_SECONDS,
} from '../../server/worker/deliveries/delivery-worker.ts'
import { sendReceipts } from '../../server/worker/receipts/send-receipts.ts'
import { expireSessions } from '../../server/worker/expire-sessions.ts'
import { finishRefunds } from '../../server/worker/finish-refunds.ts'
import { erasePersonalData } from '../../server/worker/erase-personal-data.ts'
import { resolvePayments } from '../../server/worker/resolve-payments.ts'
import { inTimeOf } from '../../server/merchant-time.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** No attempt takes longer; one that does not end by then has died with its process. */
const ATTEMPT_MS_MAX = 15_000
const ASK_AGAIN_MS = 20

/**
 * Does what is due of a merchant by their clock until nothing is, deliveries included that others have begun. Before
 * each round `goOn` says whether there is time for it.
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
      await finishRefunds(own, due()),
    ]
    // What ended at the processor by this, it tells.
    const told = await runSimulator()
    const delivered = await deliveries.runOnce()
    if (sandbox.receipts) mayBeMore.push(await sendReceipts(own, sandbox.receipts, due()))
    mayBeMore.push(await erasePersonalData(own, due()))
    return simulated + told + delivered > 0 || mayBeMore.includes(true)
  }
  const runSimulator = async () =>
    (await sandbox.simulator?.runDue(own.clock(), { only: merchantId })) ?? 0

  do {
    while ((await goOn()) && (await round()));
  } while ((await goOn()) && (await isSomethingUnderWay(context, merchantId)))
}

/** Waits a little when a delivery of the merchant is under way elsewhere. */
async function isSomethingUnderWay(
  { database, wallClock }: ServiceContext,
  merchantId: string,
): Promise<boolean> {
  const begunAfterMs = wallClock().getTime() - ATTEMPT_MS_MAX
  const leasedBeyond = new Date(begunAfterMs + LEASE_SECONDS * 1000)
  if ((await countUnderWay(database, merchantId, leasedBeyond)) === 0) return false
  await pause(ASK_AGAIN_MS)
  return true
}
