import { withdrawInvitation as deleteInvitation } from '../../database/people/sign-in-links.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'

/** Ends the link of an invitation that was not accepted. False when there is no such invitation at this merchant or operator. */
export function withdrawInvitation(
  context: OperatorContext,
  { invitationId, merchantId }: { invitationId: string; merchantId: string | null },
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const userId = await deleteInvitation(tx, { id: invitationId, merchantId })
    if (userId === undefined) return false
    await recordOperatorAct(context, tx, {
      action: 'invitation.withdrawn',
      subject: userId,
      merchantId,
    })
    return true
  })
}
