import type { Story } from '../../../../contract/dashboard/story.ts'
import { LIMITS } from '../../../../contract/limits.ts'

/** Events that the shop has not taken although they were tried, or were never sent; none where there is nowhere to send to. */
export function unheardEvents({ merchant, events }: Pick<Story, 'merchant' | 'events'>): string[] {
  if (merchant.endpoint !== 'set') return []
  return events
    .filter(({ deliveries }) =>
      deliveries.every(({ status, attempts }) => status !== 'succeeded' && attempts.length > 0),
    )
    .map(({ id }) => id)
    .slice(-LIMITS.replaysMax)
}
