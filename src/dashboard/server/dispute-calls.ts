import { ListedDisputesQuery } from '#contract/dashboard/disputes.ts'
import { DisputeId } from '#contract/ids.ts'
import { listDisputesFor, readDisputeFor } from '#server/service/disputes/look-at-disputes.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt, scopeToRead } from './scope-of.ts'

/** Registers the calls that list disputes, of one merchant or of all, and read one. */
export function addDisputeCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  calls.readOpen('/api/disputes', async (call, session) => {
    const asked = ListedDisputesQuery.safeParse(call.query())
    if (!asked.success) return { refused: 'invalid_request' }
    const { merchant, status = 'needs_response', after } = asked.data
    const scope = scopeToRead(session, merchant)
    const data =
      scope &&
      (await listDisputesFor(service, scope, {
        merchantId: merchant ?? null,
        status: status === 'all' ? null : status,
        after,
      }))
    return data === undefined ? { refused: 'not_found' } : { data }
  })

  calls.readOpen('/api/disputes/:id', async (call, session) => {
    const id = DisputeId.safeParse(call.parameter('id'))
    const data = id.success ? await readDisputeFor(service, id.data) : undefined
    // The answers for what does not exist and for what is another merchant's cannot be told apart.
    return data === undefined || !mayAt(session, 'payments:read', data.dispute.merchantId)
      ? { refused: 'not_found' }
      : { data }
  })
}
