import { queryOptions } from '@tanstack/react-query'
import type { Integration, MerchantHome, MerchantList } from '#contract/dashboard/merchants.ts'
import type { Deps } from '../deps.ts'

type Calling = Pick<Deps, 'call'>

/** One page of merchants by name. */
export function merchantsQuery({ call }: Calling, { q, after }: { q: string; after: string }) {
  const search = new URLSearchParams({ ...(q !== '' && { q }), ...(after !== '' && { after }) })
  return queryOptions({
    queryKey: ['merchants', q, after],
    queryFn: ({ signal }) => call<MerchantList>(`/merchants?${search}`, { signal }),
  })
}

/** A merchant with its settings. */
export function merchantQuery({ call }: Calling, merchantId: string) {
  return queryOptions({
    queryKey: ['merchant', merchantId],
    queryFn: ({ signal }) =>
      call<MerchantHome>(`/merchants/${encodeURIComponent(merchantId)}`, { signal }),
  })
}

/** Keys, webhook endpoint and return origins of a merchant, without a secret. */
export function integrationQuery({ call }: Calling, merchantId: string) {
  return queryOptions({
    queryKey: ['integration', merchantId],
    queryFn: ({ signal }) =>
      call<Integration>(`/integration/${encodeURIComponent(merchantId)}`, { signal }),
  })
}
