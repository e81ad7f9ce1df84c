import type { DeliveryHealth } from '../../../contract/dashboard/deliveries.ts'
import type { Queryable } from '../../database/database.ts'
import { readDeliveryHealth } from '../../database/delivery-health.ts'

/** Says how a merchant's receiver does; undefined when there is no such merchant. One statement. */
export function readHealth(
  { database }: { database: Queryable },
  { merchantId }: { merchantId: string },
): Promise<DeliveryHealth | undefined> {
  return readDeliveryHealth(database, merchantId)
}
