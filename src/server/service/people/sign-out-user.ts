import { deleteSessionsOf } from '../../database/people/dashboard-sessions.ts'
import { deleteSignInLinks, type EndedLinks } from '../../database/people/sign-in-links.ts'
import { lockUser } from '../../database/people/users.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Ends the sessions and links of a person, who may sign in again by passkey. */
export function signOutUser(
  context: OperatorContext,
  userId: string,
  /** The merchant at which it was done, for the audit log; null: the operator. */
  merchantId: string | null = null,
  links: EndedLinks = null,
): Promise<Outcome<{ endedSessions: number; endedLinks: number }, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) return refuse('not_found')
    const endedSessions = await deleteSessionsOf(tx, userId)
    const endedLinks = await deleteSignInLinks(tx, userId, links)
    await recordOperatorAudit(context, tx, {
      action: 'user.signed_out',
      subject: userId,
      merchantId,
      details: { endedSessions, endedLinks },
    })
    return done({ endedSessions, endedLinks })
  })
}
