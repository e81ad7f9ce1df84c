import { queryOptions, skipToken } from '@tanstack/react-query'
import type { IdentifiedKeyAnswer } from '#contract/dashboard/find.ts'

/** The server's answer about the key that was pasted last. The key itself is in no cache, address or history. */
export const pastedKeyQuery = queryOptions<IdentifiedKeyAnswer | null>({
  queryKey: ['pasted-key'],
  // It cannot be fetched again: the key is no longer known.
  queryFn: skipToken,
  initialData: null,
  staleTime: Infinity,
})
