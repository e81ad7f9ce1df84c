import { merchantZoneQuery } from '../calls/merchant-zone.ts'
import type { Deps } from '../deps.ts'

/** Loads the name and the zone of the merchant in the address. Throws `Refused` (404) for one that the person may not read. */
export async function loadMerchant(deps: Deps, merchantId: string | undefined): Promise<null> {
  if (merchantId !== undefined)
    await deps.queryClient.ensureQueryData(merchantZoneQuery(deps, merchantId))
  return null
}
