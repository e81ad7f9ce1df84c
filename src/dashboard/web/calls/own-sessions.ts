import { queryOptions } from '@tanstack/react-query'
import type { OwnSessions } from '#contract/dashboard/me.ts'
import type { OwnPasskeys } from '#contract/dashboard/passkeys.ts'
import type { Deps } from '../deps.ts'

/** The person's sessions of the dashboard. */
export function ownSessionsQuery({ call }: Pick<Deps, 'call'>) {
  return queryOptions({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => call<OwnSessions>('/me/sessions', { signal }),
  })
}

/** The person's own passkeys. */
export function ownPasskeysQuery({ call }: Pick<Deps, 'call'>) {
  return queryOptions({
    queryKey: ['own-passkeys'],
    queryFn: ({ signal }) => call<OwnPasskeys>('/me/passkeys', { signal }),
    // The page `/welcome` adds passkeys, too.
    staleTime: 0,
  })
}
