import { merchantZoneQuery } from '../calls/merchant-zone.ts'
import type { Surroundings } from '../surroundings.ts'

/** Loads the name and the zone of the merchant in the address; one that is not theirs is not there. */
export async function loadMerchant(
  surroundings: Surroundings,
  merchantId: string | undefined,
): Promise<null> {
  if (merchantId !== undefined)
    await surroundings.queryClient.ensureQueryData(merchantZoneQuery(surroundings, merchantId))
  return null
}
