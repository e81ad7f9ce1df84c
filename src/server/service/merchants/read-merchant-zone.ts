import { timeZoneOfMerchant } from '#domain/format-date.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import { isWithin, type Scope } from '../people/scope.ts'

/** A merchant's name and the zone of its reports. Undefined for a merchant outside the scope. */
export async function readMerchantZone(
  { database }: { database: Queryable },
  scope: Scope,
  merchantId: string,
): Promise<{ name: string; timeZone: string } | undefined> {
  if (!isWithin(scope, merchantId)) return undefined
  const merchant = await readMerchant(database, merchantId)
  return merchant && { name: merchant.name, timeZone: timeZoneOfMerchant(merchant) }
}
