import { lockUser } from '../../database/people/users.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { issueLink, type IssuedLink } from './issue-link.ts'
import { makerOf } from './link-maker.ts'

/** `not_active`: they were never in. */
export type RecoveredUser = Outcome<
  { link: IssuedLink },
  'not_found' | 'user_disabled' | 'not_active'
>

/** Makes a link for somebody who lost their passkeys. Until it is used, nothing changes for them. */
export function recoverUser(
  context: OperatorContext,
  userId: string,
  /** The merchant at which it was done; null: the operator. */
  merchantId: string | null = null,
): Promise<RecoveredUser> {
  return context.database.transaction(async (tx): Promise<RecoveredUser> => {
    const user = await lockUser(tx, userId)
    if (user === undefined) return refuse('not_found')
    if (user.status === 'disabled') return refuse('user_disabled')
    if (user.status === 'invited') return refuse('not_active')
    const link = await issueLink(context, tx, {
      userId,
      purpose: 'recover',
      maker: makerOf(context, merchantId),
      now: context.clock(),
    })
    await recordOperatorAudit(context, tx, {
      action: 'user.recovered',
      subject: userId,
      merchantId,
    })
    return done({ link })
  })
}
