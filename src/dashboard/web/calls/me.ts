import { queryOptions } from '@tanstack/react-query'
import type { Me } from '../../../contract/dashboard/me.ts'
import type { Surroundings } from '../surroundings.ts'

/** Who is signed in. */
export function meQuery({ call }: Pick<Surroundings, 'call'>) {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call<Me>('/me', { signal }),
    // It holds until the session ends, which the next refused call shows.
    staleTime: Infinity,
  })
}

/** By what a person is called. */
export function nameOf({ user }: Me): string {
  return user.name ?? user.email
}
