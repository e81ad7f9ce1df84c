import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { LookBackPage } from '#contract/list-page.ts'
import type { Deps } from '../deps.ts'

/** The pages of a list that were loaded so far. `asked` has the parameters that the server takes. */
export function listQuery<Row>(
  { call }: Pick<Deps, 'call'>,
  path: '/sessions' | '/refunds' | '/disputes',
  asked: Readonly<Record<string, string>>,
) {
  const query = new URLSearchParams(asked)
  query.sort()
  return infiniteQueryOptions({
    queryKey: ['list', path, query.toString()],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const page = new URLSearchParams(query)
      if (pageParam !== '') page.set('after', pageParam)
      return call<LookBackPage<Row>>(`${path}?${page}`, { signal })
    },
    getNextPageParam: ({ after }) => after ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** The parameters for the server: the filters, the merchant, and the zone where the filters have days. */
export function askedOf(
  filters: Readonly<Partial<Record<string, string>>>,
  { merchantId, timeZone }: { merchantId: string | undefined; timeZone: string },
): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  const hasDays = filters['from'] !== undefined || filters['to'] !== undefined
  return {
    ...given,
    ...(hasDays && { tz: timeZone }),
    ...(merchantId !== undefined && { merchant: merchantId }),
  }
}
