import type { DISPUTE_ACTIONS } from '#contract/dashboard/actions/disputes.ts'
import { readDispute } from '../../../database/disputes/disputes.ts'
import { recordOperatorAudit } from '../../audit/operator-context.ts'
import { rollBack } from '../../outcome.ts'
import type { VerbsOf } from '../verbs-of.ts'

export const DISPUTE_VERBS: VerbsOf<typeof DISPUTE_ACTIONS> = {
  async 'dispute.note'(context, { merchantId, disputeId, note, isAnswered }) {
    const { database } = context
    if (note === undefined && !isAnswered) throw rollBack('invalid_request')
    const dispute = await readDispute(database, { id: disputeId, merchantId })
    if (dispute === undefined) throw rollBack('not_found')
    await recordOperatorAudit(context, database, {
      action: 'dispute.noted',
      subject: disputeId,
      merchantId,
      details: { isAnswered, ...(note !== undefined && { note }) },
    })
    return {}
  },
}
