import { queryOptions } from '@tanstack/react-query'
import type { TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import type { Deps } from '../../deps.ts'

/** The timeline of a session, by its id or a payment's. */
export function timelineQuery({ call }: Pick<Deps, 'call'>, id: string) {
  return queryOptions({
    queryKey: ['timeline', id],
    queryFn: ({ signal }) =>
      call<TimelineAnswer>(`/timeline/${encodeURIComponent(id)}`, { signal }),
  })
}
