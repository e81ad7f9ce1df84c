import type { ServiceContext } from '../context.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import { reconcile } from './reconcile/reconcile.ts'

/** An unresolved difference is reported again for this long. */
const BACK_MS = 3 * 24 * 3_600_000
const LOGGED_MAX = 10

/** Reconciles the books of the last days with the processor's; reports differences to metrics and log. */
export async function reconcileRecentDays(
  context: ServiceContext,
  metrics: Pick<ServiceMetrics, 'booksCompared'>,
): Promise<false> {
  const since = new Date(context.clock().getTime() - BACK_MS)
  const found = await reconcile(context, since)
  if (found === undefined) return false
  metrics.booksCompared(found)
  const { differences } = found
  if (differences.length > 0)
    context.log.error(
      { count: differences.length, differences: differences.slice(0, LOGGED_MAX) },
      'our books differ from those of the processor',
    )
  return false
}
