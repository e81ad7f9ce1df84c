import { newId } from '#domain/id.ts'
import { replayDelivery } from '../../database/events/deliveries.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

export interface Replay {
  replayedId: string
  /** Id of the new delivery; null without such a delivery or without a webhook endpoint. */
  deliveryId: string | null
}

/** Creates a new delivery for each of the given ones. */
export async function replayDeliveries(
  context: OperatorContext,
  deliveryIds: readonly string[],
): Promise<Replay[]> {
  const replays: Replay[] = []
  for (const replayedId of new Set(deliveryIds))
    replays.push({ replayedId, deliveryId: await replay(context, replayedId) })
  return replays
}

function replay(context: OperatorContext, replayedId: string): Promise<string | null> {
  return context.database.transaction(async (tx) => {
    const now = context.clock()
    const deliveryId = newId('dlv', now, context.random)
    const merchantId = await replayDelivery(tx, { replayedId, deliveryId, now })
    if (merchantId === undefined) return null
    await recordOperatorAudit(context, tx, {
      action: 'delivery.replayed',
      subject: replayedId,
      merchantId,
      details: { deliveryId },
    })
    return deliveryId
  })
}
