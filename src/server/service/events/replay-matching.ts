import { REPLAY_MATCHES_MAX, type ReplayFilter } from '#contract/dashboard/deliveries.ts'
import {
  countMatching,
  insertReplayMatching,
  type Matching,
} from '../../database/events/delivery-replays.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import { newUuid } from '../keys/new-uuid.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Retries are postponed for longer than the replay takes at its rate; if no worker continues it, they run afterwards. */
const HOLD_MS = 60_000
const HOLD_FACTOR = 2

export interface ReplayOfMatching {
  merchantId: string
  filter: ReplayFilter
  /** Only counts. */
  dryRun: boolean
  /** Refuses when more events match, such as some that came after the count. Default: any number. */
  atMost?: number
  /** Most events that are sent again in a second. */
  perSecond: number
}

/** What matches, and whether its replay has begun or was only counted. */
export interface ReplayedMatching extends Matching {
  result: 'would_replay' | 'begun'
}

/**
 * `not_found`: no such merchant. `no_endpoint`: the merchant has no endpoint. `too_many_match`: more than `REPLAY_MATCHES_MAX`
 * match. `more_match`: more than `atMost` match. `replay_in_progress`: another replay of the merchant is unfinished.
 */
export type ReplayRefusal =
  | 'not_found'
  | 'no_endpoint'
  | 'none_match'
  | 'too_many_match'
  | 'more_match'
  | 'replay_in_progress'

/**
 * Begins a replay of all matching events, oldest first, each session's events in their order. The worker sends them at the
 * given rate, also after a restart; events that match later are left alone. Records it in the audit log.
 */
export function replayMatching(
  context: OperatorContext,
  { merchantId, filter, dryRun, atMost, perSecond }: ReplayOfMatching,
): Promise<Outcome<ReplayedMatching, ReplayRefusal>> {
  return context.database.transaction(
    async (tx): Promise<Outcome<ReplayedMatching, ReplayRefusal>> => {
      const merchant = await readMerchant(tx, merchantId)
      if (merchant === undefined) return refuse('not_found')
      if (merchant.callbackUrl === null) return refuse('no_endpoint')
      const matching = await countMatching(tx, merchantId, filter)
      const { matched } = matching
      if (matched === 0) return refuse('none_match')
      if (matched > REPLAY_MATCHES_MAX) return refuse('too_many_match')
      if (atMost !== undefined && matched > atMost) return refuse('more_match')
      if (dryRun) return done({ result: 'would_replay', ...matching })
      const now = context.clock()
      const id = newUuid(context.random)
      const holdUntil = new Date(
        now.getTime() + HOLD_MS + (HOLD_FACTOR * matched * 1000) / perSecond,
      )
      const replay = { id, merchantId, filter, perSecond, matched, now, holdUntil }
      if (!(await insertReplayMatching(tx, replay))) return refuse('replay_in_progress')
      await recordOperatorAudit(context, tx, {
        action: 'deliveries.replayed',
        subject: id,
        merchantId,
        details: { filter, matched, perSecond },
      })
      return done({ result: 'begun', ...matching })
    },
  )
}
