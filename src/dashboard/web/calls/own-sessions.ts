import { queryOptions } from '@tanstack/react-query'
import type { OwnSessions } from '../../../contract/dashboard/me.ts'
import type { Surroundings } from '../surroundings.ts'

/** Where the person is signed in. */
export function ownSessionsQuery({ call }: Pick<Surroundings, 'call'>) {
  return queryOptions({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => call<OwnSessions>('/me/sessions', { signal }),
  })
}
