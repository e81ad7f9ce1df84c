import type { Difference } from '#domain/compare-books.ts'
import type { ServiceContext } from '../context.ts'
import { requestInquiry } from '../../database/payments/payment-inquiries.ts'
import type { ServiceMetrics } from '../../monitoring/metrics.ts'
import { reconcile } from './reconcile.ts'

/** An unresolved difference is reported again for this long. */
const BACK_MS = 3 * 24 * 3_600_000
const LOGGED_MAX = 10
const ASKED_MAX = 100

/**
 * Reconciles the books of the last days with the processor's; reports differences to metrics and log. Payments of which the
 * processor took more than is booked are asked about again: a webhook may have been lost.
 */
export async function reconcileRecentDays(
  context: ServiceContext,
  metrics: Pick<ServiceMetrics, 'booksCompared'>,
): Promise<false> {
  const since = new Date(context.clock().getTime() - BACK_MS)
  const found = await reconcile(context, since)
  if (found === undefined) return false
  metrics.booksCompared(found)
  const { differences, unread } = found
  for (const { processor, error } of unread)
    context.log.error({ err: error, processor }, 'the books of an account could not be compared')
  for (const id of paymentsWithMore(differences).slice(0, ASKED_MAX))
    await requestInquiry(context.database, id, context.clock())
  if (differences.length > 0)
    context.log.error(
      { count: differences.length, differences: differences.slice(0, LOGGED_MAX) },
      'our books differ from those of the processor',
    )
  return false
}

function paymentsWithMore(differences: readonly Difference[]): string[] {
  return differences
    .filter(({ kind, ours, theirs }) => kind === 'capture' && isMore(ours, theirs))
    .map(({ id }) => id)
}

function isMore(ours: Difference['ours'], theirs: Difference['theirs']): boolean {
  if (ours === null || theirs === null || ours.currency !== theirs.currency) return false
  return ours.status !== 'done' || theirs.amountMinor > ours.amountMinor
}
