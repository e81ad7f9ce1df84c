import { newId } from '#domain/id.ts'
import type { ServiceContext } from '../context.ts'
import {
  goOnWithReplay,
  hasDueReplay,
  lockDueReplay,
  releaseItems,
} from '../../database/events/delivery-replays.ts'

const PACE_MS = 1000
/** The pause when nothing could be released, since all items wait for deliveries on their way. */
const WAIT_MS = 5000

/**
 * Continues a due replay of deliveries: releases the deliveries that its pace allows and records their number in one
 * transaction, so that a restart neither loses nor repeats any. True when there may be another due replay.
 */
export async function continueReplays(
  context: Pick<ServiceContext, 'database' | 'wallClock' | 'random' | 'time'>,
): Promise<boolean> {
  const wallNow = context.wallClock()
  if (!(await hasDueReplay(context.database, wallNow))) return false
  return context.database.transaction(async (tx) => {
    const due = await lockDueReplay(tx, wallNow)
    if (due === undefined) return false
    const deliveryIds = Array.from({ length: due.perSecond }, () =>
      newId('dlv', wallNow, context.random),
    )
    const now = context.time.clockOf(due.merchantId)()
    const released = await releaseItems(tx, due, { deliveryIds, now, wallNow })
    const nextAt = new Date(wallNow.getTime() + (released > 0 ? PACE_MS : WAIT_MS))
    await goOnWithReplay(tx, due.id, { released, now: wallNow, nextAt })
    return true
  })
}
