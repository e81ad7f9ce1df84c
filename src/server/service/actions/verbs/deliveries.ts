import type { DELIVERY_ACTS } from '#contract/dashboard/acts/deliveries.ts'
import type { Extent } from '#contract/dashboard/permissions.ts'
import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import { readLatestReplay } from '../../../database/events/delivery-replays.ts'
import { replayMatching, type ReplayedMatching } from '../../events/replay-matching.ts'
import { replayEvents } from '../../events/replay-events.ts'
import { stopReplay } from '../../events/stop-replay.ts'
import type { ActContext } from '../act-context.ts'
import { ActRefused } from '../act-refused.ts'
import type { VerbsOf } from '../verbs-of.ts'

const EVENTS_MAX: Partial<Record<Extent, number>> = {
  all: Infinity,
  at_most_100: 100,
  at_most_10: 10,
}

/** Acts that send events again: one, some, or all that match. */
export const DELIVERY_VERBS: VerbsOf<typeof DELIVERY_ACTS> = {
  async 'event.replay'(context, { merchantId, eventIds }) {
    requireWithin(context, eventIds.length)
    const replayed = await replayEvents(context, { merchantId, eventIds: [...new Set(eventIds)] })
    if ('refused' in replayed) throw new ActRefused(replayed.refused)
    return { replays: replayed.replays }
  },

  async 'delivery.replayMatching'(context, { atMost, ...asked }) {
    // A replay never sends more than `atMost` events, so it is enough that `atMost` is within the person's limit.
    requireWithin(context, atMost)
    const replayed = await replayMatching(context, { ...asked, atMost, dryRun: false })
    if (!('matched' in replayed)) throw new ActRefused(REFUSALS[replayed.result])
    return { matched: replayed.matched, sessions: replayed.sessions }
  },

  async 'delivery.stopReplay'(context, { merchantId }) {
    const going = await readLatestReplay(context.database, merchantId)
    if (going !== undefined && going.finishedAt === null) requireWithin(context, going.matched)
    const stopped = await stopReplay(context, { merchantId })
    if (stopped === undefined) throw new ActRefused('none_match')
    return { matched: stopped.matched, released: stopped.released }
  },
}

const REFUSALS: Record<
  Exclude<ReplayedMatching, { matched: number }>['result'],
  DashboardProblemCode
> = {
  not_found: 'not_found',
  no_endpoint: 'no_endpoint',
  none_match: 'none_match',
  too_many: 'too_many_match',
  more_match: 'more_match',
  in_progress: 'replay_in_progress',
}

function requireWithin({ extent }: Pick<ActContext, 'extent'>, count: number): void {
  if (count > (EVENTS_MAX[extent] ?? 0)) throw new ActRefused('over_limit')
}
