import type { DeliveryHealth } from '#contract/dashboard/deliveries.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readDeliveryHealth } from '../../database/events/delivery-health.ts'
import { readLatestReplay } from '../../database/events/delivery-replays.ts'

/** The health of a merchant's receiver and its latest replay; undefined when there is no such merchant. */
export async function readHealth(
  { database }: { database: Queryable },
  { merchantId }: { merchantId: string },
): Promise<DeliveryHealth | undefined> {
  const [health, replay] = await Promise.all([
    readDeliveryHealth(database, merchantId),
    readLatestReplay(database, merchantId),
  ])
  return health && { ...health, replay: replay ?? null }
}
