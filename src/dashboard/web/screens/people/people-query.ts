import { infiniteQueryOptions } from '@tanstack/react-query'
import type { People } from '#contract/dashboard/people.ts'
import type { Deps } from '../../deps.ts'

/** The people of a merchant (null: of the operator), page by page. */
export function peopleQuery({ call }: Pick<Deps, 'call'>, merchantId: string | null) {
  return infiniteQueryOptions({
    queryKey: ['people', merchantId],
    initialPageParam: '',
    queryFn: ({ pageParam: after, signal }) => {
      const query = new URLSearchParams({
        ...(merchantId !== null && { merchant: merchantId }),
        ...(after !== '' && { after }),
      })
      return call<People>(`/people?${query}`, { signal })
    },
    getNextPageParam: ({ items, hasMore }: People) => (hasMore ? items.at(-1)?.userId : undefined),
  })
}
