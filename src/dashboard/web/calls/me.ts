import { queryOptions } from '@tanstack/react-query'
import type { Me } from '#contract/dashboard/me.ts'
import type { Deps } from '../deps.ts'

/** Who is signed in. */
export function meQuery({ call }: Pick<Deps, 'call'>) {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call<Me>('/me', { signal }),
    // It stays valid until the session ends, which shows when the next call is refused.
    staleTime: Infinity,
  })
}

/** The person's name, or else their e-mail address. */
export function nameOf({ user }: Me): string {
  return user.name ?? user.email
}
