import { readSystem } from '#server/service/installation/read-system.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt } from './scope-of.ts'

/** Registers the call that reads the installation's state, for the operator's people. */
export function addSystemCalls(
  calls: Calls,
  { context: service, readProcess }: Pick<DashboardOptions, 'context' | 'readProcess'>,
): void {
  calls.readOpen('/api/system', async (_call, session) =>
    mayAt(session, 'system:read', null)
      ? { data: await readSystem(service, readProcess) }
      : { refused: 'not_found' },
  )
}
