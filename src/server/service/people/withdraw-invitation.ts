import { withdrawInvitation as deleteInvitation } from '../../database/people/sign-in-links.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Ends an invitation or a recovery link that was not used. `not_found`: there is none at this merchant or operator. */
export function withdrawInvitation(
  context: OperatorContext,
  { invitationId, merchantId }: { invitationId: string; merchantId: string | null },
): Promise<Outcome<undefined, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    const userId = await deleteInvitation(tx, { id: invitationId, merchantId })
    if (userId === undefined) return refuse('not_found')
    await recordOperatorAudit(context, tx, {
      action: 'invitation.withdrawn',
      subject: userId,
      merchantId,
    })
    return done(undefined)
  })
}
