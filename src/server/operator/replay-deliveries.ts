import { newId } from '../../domain/id.ts'
import { replayDelivery } from '../database/deliveries.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'

export interface Replay {
  replayedId: string
  /** Of the new delivery; null when there is no such delivery to repeat, or no callback to send it to. */
  deliveryId: string | null
}

/** Sends again what each of the deliveries sent. */
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
    await recordOperatorAct(context, tx, {
      action: 'delivery.replayed',
      subject: replayedId,
      merchantId,
      details: { deliveryId },
    })
    return deliveryId
  })
}
