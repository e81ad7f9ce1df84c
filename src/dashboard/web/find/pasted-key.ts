import { queryOptions, skipToken } from '@tanstack/react-query'
import type { IdentifiedKeyAnswer } from '../../../contract/dashboard/find.ts'

/** What is known of the key that was pasted last. The key itself is in no cache, address or history. */
export const pastedKeyQuery = queryOptions<IdentifiedKeyAnswer | null>({
  queryKey: ['pasted-key'],
  // Nothing asks for it again: the text that it was of is gone.
  queryFn: skipToken,
  initialData: null,
  staleTime: Infinity,
})
