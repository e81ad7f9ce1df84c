import type { Timeline } from '#contract/dashboard/timeline.ts'
import { LIMITS } from '#contract/limits.ts'

/**
 * Ids of the newest events that the shop has not received: every delivery was attempted and none succeeded, or there is no
 * delivery. None when the merchant has no enabled webhook endpoint.
 */
export function unheardEvents({
  merchant,
  events,
}: Pick<Timeline, 'merchant' | 'events'>): string[] {
  if (merchant.endpoint !== 'set') return []
  return events
    .filter(({ deliveries }) =>
      deliveries.every(({ status, attempts }) => status !== 'succeeded' && attempts.length > 0),
    )
    .map(({ id }) => id)
    .slice(-LIMITS.replaysMax)
}
