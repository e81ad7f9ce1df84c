import { queryOptions } from '@tanstack/react-query'
import type { IdentifiedKeyAnswer } from '../../../contract/dashboard/find.ts'

/** What is known of the key that was pasted last. The key itself is in no cache, address or history. */
export const pastedKeyQuery = queryOptions<IdentifiedKeyAnswer | null>({
  queryKey: ['pasted-key'],
  queryFn: () => null,
  initialData: null,
  staleTime: Infinity,
})
