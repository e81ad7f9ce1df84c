import { queryOptions } from '@tanstack/react-query'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import type { Deps } from '../deps.ts'

const POLL_MS = 10_000

/** The newest sessions of a merchant (null: of all merchants). Polled while the page is visible. */
export function lastSessionsQuery({ call }: Pick<Deps, 'call'>, merchantId: string | null) {
  return queryOptions({
    queryKey: ['just-now', merchantId],
    queryFn: ({ signal }) =>
      call<LookBackPage<ListedSession>>(
        merchantId === null ? '/sessions' : `/sessions?merchant=${merchantId}`,
        { signal },
      ),
    refetchInterval: POLL_MS,
  })
}
