import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import { reconcileRecentDays } from '#server/service/payments/reconcile-recent-days.ts'
import { repeat } from '#server/worker/repeat.ts'
import { traceTask } from '#server/tracing/trace-task.ts'
import { startWorker } from '#server/worker/worker.ts'
import type { OpenedService } from './open-service.ts'

const RECONCILE_PAUSE_MS = 600_000
/** Deliveries at once: 2 000 a second to receivers that take 100 ms. */
const DELIVERY_PERMITS = 250

/**
 * Starts the background work: deliveries, expiry, inquiries, refunds, mails, reconciliation, and the sandbox's
 * additions.
 */
export function startBackground({
  context,
  deliveries: delivering,
  receipts,
  securityMails,
  joined,
  metrics,
}: OpenedService): { stop(): Promise<void> } {
  const { log, time, tracer } = context
  const compare = traceTask(tracer, 'reconcile', () => reconcileRecentDays(context, metrics))
  const deliveries = createDeliveryWorker({ ...delivering, permits: DELIVERY_PERMITS }, () =>
    time.due(),
  )
  deliveries.start()
  const worker = startWorker(context, { receipts, securityMails })
  const compares = context.processors.all.some((processor) => processor.listMovements !== undefined)
  // So that an alert fires, too, where comparisons fail from the first one on.
  if (compares) metrics.comparisonStarted(context.clock())
  const comparing = compares ? repeat('reconcile', RECONCILE_PAUSE_MS, compare, log) : undefined
  const added = joined?.startBackground()
  return {
    async stop() {
      await Promise.all([deliveries.stop(), worker.stop(), comparing?.stop(), added?.stop()])
    },
  }
}
