import { opensDashboard } from '../../../domain/dashboard/session-rules.ts'
import { deleteSessionsOf } from '../../database/dashboard-sessions.ts'
import { useSignInLink } from '../../database/sign-in-links.ts'
import { activateUser } from '../../database/users.ts'
import { recordOperatorAct } from '../../operator/operator-context.ts'
import type { DashboardContext, SignInPlace } from '../dashboard-context.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { tokenHash } from './token-hash.ts'

/**
 * Trades a link for a session, once. A link for somebody who lost their passkeys ends their other sessions. Undefined for
 * a link that was used, has ended or never was: they cannot be told apart.
 */
export function tradeLink(
  context: DashboardContext,
  { token, place }: { token: string; place: SignInPlace },
): Promise<OpenedSession | undefined> {
  return context.database.transaction(async (tx) => {
    const now = context.clock()
    const link = await useSignInLink(tx, tokenHash(token), now)
    if (link === undefined) return undefined
    const { userId } = link
    const how = link.purpose === 'recover' ? 'recovery' : 'link'
    if (how === 'recovery') await deleteSessionsOf(tx, userId)
    const opened = await openSession(context, tx, { userId, how, now, place })
    if (opensDashboard(how, context.environment)) await activateUser(tx, userId, now)
    await recordOperatorAct({ ...context, actor: { kind: 'user', userId, act: 'sign in' } }, tx, {
      action: 'user.signed_in',
      subject: userId,
      merchantId: null,
      details: { how, sessionId: opened.sessionId, address: place.address },
    })
    return opened
  })
}
