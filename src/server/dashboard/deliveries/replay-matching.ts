import { REPLAY_MATCHES_MAX, type ReplayFilter } from '../../../contract/dashboard/deliveries.ts'
import {
  countMatching,
  insertReplayMatching,
  type Matching,
} from '../../database/delivery-replays.ts'
import { readMerchant } from '../../database/merchants.ts'
import { newUuid } from '../../operator/new-uuid.ts'
import { recordOperatorAct, type OperatorContext } from '../../operator/operator-context.ts'

/** Longer than the replay takes at its pace; should no worker go on with it, retries come by themselves afterwards. */
const HOLD_MS = 60_000
const HOLD_FACTOR = 2

export interface ReplayOfMatching {
  merchantId: string
  filter: ReplayFilter
  /** Only counts. */
  dryRun: boolean
  /** Begins nothing where more match, as after they were counted. Default: any number. */
  atMost?: number
  /** At most so many are sent again in a second. */
  perSecond: number
}

/**
 * `not_found`: no such merchant. `no_endpoint`: nowhere to send. `too_many`: more than `REPLAY_MATCHES_MAX`. `more_match`:
 * more than `atMost`. `in_progress`: another replay of the merchant goes on.
 */
export type ReplayedMatching =
  | ({ result: 'would_replay' | 'begun' } & Matching)
  | {
      result: 'not_found' | 'no_endpoint' | 'none_match' | 'too_many' | 'more_match' | 'in_progress'
    }

/**
 * Sends again all that matches, oldest first, each session's events in their order. The worker does it at its pace, also
 * after a restart; what matches later is left alone. Records the act.
 */
export function replayMatching(
  context: OperatorContext,
  { merchantId, filter, dryRun, atMost, perSecond }: ReplayOfMatching,
): Promise<ReplayedMatching> {
  return context.database.transaction(async (tx): Promise<ReplayedMatching> => {
    const merchant = await readMerchant(tx, merchantId)
    if (merchant === undefined) return { result: 'not_found' }
    if (merchant.callbackUrl === null) return { result: 'no_endpoint' }
    const matching = await countMatching(tx, merchantId, filter)
    const { matched } = matching
    if (matched === 0) return { result: 'none_match' }
    if (matched > REPLAY_MATCHES_MAX) return { result: 'too_many' }
    if (atMost !== undefined && matched > atMost) return { result: 'more_match' }
    if (dryRun) return { result: 'would_replay', ...matching }
    const now = context.clock()
    const id = newUuid(context.random)
    const holdUntil = new Date(now.getTime() + HOLD_MS + (HOLD_FACTOR * matched * 1000) / perSecond)
    const replay = { id, merchantId, filter, perSecond, matched, now, holdUntil }
    if (!(await insertReplayMatching(tx, replay))) return { result: 'in_progress' }
    await recordOperatorAct(context, tx, {
      action: 'deliveries.replayed',
      subject: id,
      merchantId,
      details: { filter, matched, perSecond },
    })
    return { result: 'begun', ...matching }
  })
}
