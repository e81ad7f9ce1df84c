import type { DeliveryReplay } from '#contract/dashboard/deliveries.ts'
import { stopReplayOf } from '../../database/events/delivery-replays.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'

/** Ends a merchant's unfinished replay; released deliveries continue. Undefined when there is none. Records the act. */
export function stopReplay(
  context: OperatorContext,
  { merchantId }: { merchantId: string },
): Promise<DeliveryReplay | undefined> {
  return context.database.transaction(async (tx) => {
    const stopped = await stopReplayOf(tx, merchantId, context.clock())
    if (stopped !== undefined)
      await recordOperatorAct(context, tx, {
        action: 'deliveries.replay_stopped',
        subject: stopped.id,
        merchantId,
        details: { matched: stopped.matched, released: stopped.released },
      })
    return stopped
  })
}
