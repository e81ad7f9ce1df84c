import { lockUser } from '../../database/people/users.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'
import { issueLink, type IssuedLink } from './issue-link.ts'

export type RecoveredUser =
  | { ok: true; link: IssuedLink }
  | { ok: false; reason: 'unknown' | 'disabled' | 'invited' }

/** Makes a link for somebody who lost their passkeys. Until it is used, nothing changes for them. */
export function recoverUser(
  context: OperatorContext,
  userId: string,
  /** The merchant at which the act was done, for the audit log; null: the operator. */
  merchantId: string | null = null,
): Promise<RecoveredUser> {
  return context.database.transaction(async (tx): Promise<RecoveredUser> => {
    const user = await lockUser(tx, userId)
    if (user === undefined) return { ok: false, reason: 'unknown' }
    if (user.status !== 'active') return { ok: false, reason: user.status }
    const link = await issueLink(context, tx, { userId, purpose: 'recover', now: context.clock() })
    await recordOperatorAct(context, tx, {
      action: 'user.recovered',
      subject: userId,
      merchantId,
    })
    return { ok: true, link }
  })
}
