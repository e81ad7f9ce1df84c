import { merchantZoneQuery } from '../calls/merchant-zone.ts'
import type { Surroundings } from '../surroundings.ts'

/** Loads the name and the zone of the merchant in the address. Throws `Refused` (404) for one that the person may not read. */
export async function loadMerchant(
  surroundings: Surroundings,
  merchantId: string | undefined,
): Promise<null> {
  if (merchantId !== undefined)
    await surroundings.queryClient.ensureQueryData(merchantZoneQuery(surroundings, merchantId))
  return null
}
