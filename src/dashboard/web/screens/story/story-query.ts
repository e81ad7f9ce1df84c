import { queryOptions } from '@tanstack/react-query'
import type { StoryAnswer } from '#contract/dashboard/story-answer.ts'
import type { Surroundings } from '../../surroundings.ts'

/** The story of a session, by its id or a payment's. */
export function storyQuery({ call }: Pick<Surroundings, 'call'>, id: string) {
  return queryOptions({
    queryKey: ['story', id],
    queryFn: ({ signal }) => call<StoryAnswer>(`/story/${encodeURIComponent(id)}`, { signal }),
  })
}
