import { AuditQuery } from '#contract/dashboard/audit.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { listEntries, listReads, type LogScope } from '#server/service/audit/list-log.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import type { Answer } from './answers.ts'
import type { Call, Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'

/** Registers the calls that list the entries of the audit log, and the reads of personal data. */
export function addAuditCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  const listing =
    (list: typeof listEntries | typeof listReads) =>
    async (call: Call, session: SignedIn): Promise<Answer> => {
      const query = AuditQuery.safeParse(call.query())
      if (!query.success) return { refused: 'invalid_request' }
      const scope = scopeOf(session, query.data.merchantId ?? null)
      return scope === undefined
        ? { refused: 'not_found' }
        : { data: await list(service, scope, query.data) }
    }
  calls.readOpen('/api/audit', listing(listEntries))
  calls.readOpen('/api/reads', listing(listReads))
}

/** What the person may see of a merchant's log (null: of the operator's); undefined: nothing. */
function scopeOf(
  { memberships, userId }: SignedIn,
  merchantId: string | null,
): LogScope | undefined {
  const extent = extentOf(memberships, 'audit:read', { merchantId })
  if (extent === undefined) return undefined
  return {
    merchantId,
    ownOf: extent === 'own_entries' ? userId : null,
    seesOperator: memberships.some((own) => own.merchantId === null),
  }
}
