import type { Needs } from '#contract/dashboard/needs.ts'
import { readNeeds } from '#server/service/merchants/read-needs.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt, scopesOf } from './scope-of.ts'

/** Registers the call that lists what waits for the person. */
export function addNeedsCalls(
  calls: Calls,
  { context: service, readProcess }: Pick<DashboardOptions, 'context' | 'readProcess'>,
): void {
  calls.readOpen('/api/needs', async (_call, session) => {
    const data: Needs = await readNeeds(service, {
      payments: scopesOf(session, 'payments:read'),
      decides: mayAt(session, 'payments:decide', null),
      deliveries: scopesOf(session, 'deliveries:read'),
      keys: scopesOf(session, 'keys:read'),
      breakersOpen: mayAt(session, 'system:read', null) ? readProcess().breakersOpen : [],
    })
    return { data }
  })
}
