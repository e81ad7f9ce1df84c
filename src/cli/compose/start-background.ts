import { createDeliveryWorker } from '../../server/worker/deliveries/delivery-worker.ts'
import { whoseTurn, withTime } from '../../sandbox/clock/merchant-time.ts'
import { startMerchantTurns } from '../../sandbox/clock/merchant-turns.ts'
import { compareBooksAgain } from '../../server/worker/compare-books-again.ts'
import { repeat } from '../../server/worker/repeat.ts'
import { startWorker } from '../../server/worker/worker.ts'
import type { OpenedService } from './open-service.ts'

const SIMULATOR_PAUSE_MS = 500
const RECONCILE_PAUSE_MS = 600_000

/**
 * Starts what works without being asked: deliveries, expiry, inquiries, refunds, receipts, comparing books; in the sandbox
 * also the simulator.
 */
export function startBackground({
  context,
  deliveries: delivering,
  receipts,
  simulator,
  metrics,
}: OpenedService): { stop(): Promise<void> } {
  const { clock, log } = context
  const deliveries = createDeliveryWorker(delivering, whoseTurn(context))
  deliveries.start()
  const worker = startWorker(context, receipts)
  const comparing =
    context.processor.listMovements &&
    repeat('reconcile', RECONCILE_PAUSE_MS, () => compareBooksAgain(context, metrics), log)
  const sandbox = withTime(context)
  const turns = sandbox && startMerchantTurns(sandbox)
  const except = () => sandbox?.time.clocks.merchants() ?? []
  const simulation =
    simulator &&
    repeat(
      'simulate',
      SIMULATOR_PAUSE_MS,
      async () => (await simulator.runDue(clock(), { except: except() })) > 0,
      log,
    )
  return {
    async stop() {
      await Promise.all([
        deliveries.stop(),
        worker.stop(),
        comparing?.stop(),
        turns?.stop(),
        simulation?.stop(),
      ])
    },
  }
}
