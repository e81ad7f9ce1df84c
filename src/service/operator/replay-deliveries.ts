import { newId } from '../../domain/id.ts'
import { replayDelivery } from '../../store/deliveries.ts'
import type { OperatorContext } from './operator-context.ts'

export interface Replay {
  replayedId: string
  /** Of the new delivery; null when there is no such delivery to repeat, or no callback to send it to. */
  deliveryId: string | null
}

/** Sends again what each of the deliveries sent. */
export async function replayDeliveries(
  { database, clock, random }: Pick<OperatorContext, 'database' | 'clock' | 'random'>,
  deliveryIds: readonly string[],
): Promise<Replay[]> {
  const replays: Replay[] = []
  for (const replayedId of new Set(deliveryIds)) {
    const now = clock()
    const deliveryId = newId('dlv', now, random)
    const isReplayed = await replayDelivery(database, { replayedId, deliveryId, now })
    replays.push({ replayedId, deliveryId: isReplayed ? deliveryId : null })
  }
  return replays
}
