import type { DELIVERY_ACTIONS } from '#contract/dashboard/actions/deliveries.ts'
import type { Extent } from '#contract/dashboard/permissions.ts'
import { readLatestReplay } from '../../../database/events/delivery-replays.ts'
import { replayMatching } from '../../events/replay-matching.ts'
import { replayEvents } from '../../events/replay-events.ts'
import { stopReplay } from '../../events/stop-replay.ts'
import type { ActionContext } from '../action-context.ts'
import { rollBack, valueOf } from '../../outcome.ts'
import type { VerbsOf } from '../verbs-of.ts'

const EVENTS_MAX: Partial<Record<Extent, number>> = {
  all: Infinity,
  at_most_100: 100,
  at_most_10: 10,
}

/** Dashboard actions that send events again: one, some, or all that match. */
export const DELIVERY_VERBS: VerbsOf<typeof DELIVERY_ACTIONS> = {
  async 'event.replay'(context, { merchantId, eventIds }) {
    requireWithin(context, eventIds.length)
    const asked = { merchantId, eventIds: [...new Set(eventIds)] }
    return { replays: valueOf(await replayEvents(context, asked)) }
  },

  async 'delivery.replayMatching'(context, { atMost, ...asked }) {
    // A replay never sends more than `atMost` events, so it is enough that `atMost` is within the person's limit.
    requireWithin(context, atMost)
    const replayed = valueOf(await replayMatching(context, { ...asked, atMost, dryRun: false }))
    return { matched: replayed.matched, sessions: replayed.sessions }
  },

  async 'delivery.stopReplay'(context, { merchantId }) {
    const going = await readLatestReplay(context.database, merchantId)
    if (going !== undefined && going.finishedAt === null) requireWithin(context, going.matched)
    const stopped = valueOf(await stopReplay(context, { merchantId }))
    return { matched: stopped.matched, released: stopped.released }
  },
}

function requireWithin({ extent }: Pick<ActionContext, 'extent'>, count: number): void {
  if (count > (EVENTS_MAX[extent] ?? 0)) throw rollBack('over_limit')
}
