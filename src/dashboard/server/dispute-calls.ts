import { z } from 'zod'
import { ListedDisputesQuery } from '#contract/dashboard/disputes.ts'
import { DisputeId } from '#contract/ids.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { recordPersonReads } from '#server/service/audit/operator-context.ts'
import { readEvidence } from '#server/service/disputes/read-evidence.ts'
import { listDisputesFor, readDisputeFor } from '#server/service/disputes/look-at-disputes.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import { within, type Answer } from './answers.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt, scopeToRead } from './scope-of.ts'

const EvidenceQuery = z.strictObject({ persons: z.literal('yes').optional() })

/** Registers the calls that list disputes, of one merchant or of all, read one, and write its evidence as a PDF. */
export function addDisputeCalls(
  calls: Calls,
  { context: service, limits }: Pick<DashboardOptions, 'context' | 'limits'>,
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

  calls.readOpen('/api/disputes/:id/evidence', async (call, session) => {
    const asked = EvidenceQuery.safeParse(call.query())
    if (!asked.success) return { refused: 'invalid_request' }
    const withPerson = asked.data.persons === 'yes'
    const id = DisputeId.safeParse(call.parameter('id'))
    const known = id.success ? await readDisputeFor(service, id.data) : undefined
    const merchantId = known?.dispute.merchantId
    if (!id.success || merchantId === undefined || !mayAt(session, 'payments:read', merchantId))
      return { refused: 'not_found' }
    if (withPerson && !readsPersons(session, merchantId)) return { refused: 'forbidden' }
    const file = { name: `${id.data}.pdf`, contentType: 'application/pdf' }
    if (call.isHead) return { file: { ...file, body: null } }
    return within(limits.countAction(session.userId), async (): Promise<Answer> => {
      const evidence = await readEvidence(service, { id: id.data, merchantId, withPerson })
      if (evidence === undefined) return { refused: 'not_found' }
      const { customer, dispute } = evidence
      if (customer !== null) {
        const { userId } = session
        const actor = { kind: 'user', userId, dashboardAction: 'evidence' } as const
        await recordPersonReads({ ...service, actor }, 'evidence, shown', [
          { merchantId, subject: dispute.sessionId, fields: Object.keys(customer) },
        ])
      }
      const bytes = await service.service.evidencePdf(evidence)
      return { file: { ...file, body: new Blob([bytes]).stream() } }
    })
  })
}

function readsPersons({ memberships }: SignedIn, merchantId: string): boolean {
  const extent = extentOf(memberships, 'persons:read', { merchantId })
  return extent === 'all' || extent === 'on_request'
}
