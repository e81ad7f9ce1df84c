import type { DeliveryReplay } from '#contract/dashboard/deliveries.ts'
import { stopReplayOf } from '../../database/events/delivery-replays.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Ends a merchant's unfinished replay; released deliveries continue. Records it in the audit log. */
export function stopReplay(
  context: OperatorContext,
  { merchantId }: { merchantId: string },
): Promise<Outcome<DeliveryReplay, 'no_replay'>> {
  return context.database.transaction(async (tx) => {
    const stopped = await stopReplayOf(tx, merchantId, context.clock())
    if (stopped === undefined) return refuse('no_replay')
    await recordOperatorAudit(context, tx, {
      action: 'deliveries.replay_stopped',
      subject: stopped.id,
      merchantId,
      details: { matched: stopped.matched, released: stopped.released },
    })
    return done(stopped)
  })
}
