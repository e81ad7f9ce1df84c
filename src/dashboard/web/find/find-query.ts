import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FindAnswer } from '#contract/dashboard/find.ts'
import type { Deps } from '../deps.ts'

/** The results of a search for a text. */
export function findQuery({ call }: Pick<Deps, 'call'>, text: string) {
  return queryOptions({
    queryKey: ['find', text],
    queryFn: ({ signal }) => call<FindAnswer>('/find', { method: 'POST', body: { text }, signal }),
    placeholderData: keepPreviousData,
  })
}
