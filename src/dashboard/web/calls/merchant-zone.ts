import { queryOptions } from '@tanstack/react-query'
import type { MerchantZone } from '#contract/dashboard/lists.ts'
import type { Deps } from '../deps.ts'

/** A merchant's name, and the zone of its reports. */
export function merchantZoneQuery({ call }: Pick<Deps, 'call'>, merchantId: string) {
  return queryOptions({
    queryKey: ['merchant-zone', merchantId],
    queryFn: ({ signal }) =>
      call<MerchantZone>(`/merchants/${encodeURIComponent(merchantId)}/zone`, { signal }),
    // It hardly ever changes.
    staleTime: 300_000,
  })
}
