import { queryOptions } from '@tanstack/react-query'
import type { DisputeAnswer } from '#contract/dashboard/disputes.ts'
import type { Deps } from '../../deps.ts'

export function disputeQuery({ call }: Pick<Deps, 'call'>, disputeId: string) {
  return queryOptions({
    queryKey: ['dispute', disputeId],
    queryFn: ({ signal }) =>
      call<DisputeAnswer>(`/disputes/${encodeURIComponent(disputeId)}`, { signal }),
  })
}
