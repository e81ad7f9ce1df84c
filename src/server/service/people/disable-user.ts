import { deleteSessionsOf } from '../../database/people/dashboard-sessions.ts'
import type { Transaction } from '../../database/engine/database.ts'
import { deletePasskeysOf } from '../../database/people/passkeys.ts'
import { deleteSignInLinks, type EndedLinks } from '../../database/people/sign-in-links.ts'
import {
  disableUser as writeDisabled,
  lockActiveAdmins,
  lockUser,
} from '../../database/people/users.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { endLostAccess } from './link-maker.ts'

export type DisabledUser = Outcome<
  { endedSessions: number },
  'not_found' | 'already_disabled' | 'last_admin'
>

/**
 * Ends a person's access at once: sessions, links, passkeys, recovery codes, and what they gave by links that are not used up.
 * Refuses to disable the last active admin, after
 * whom nobody could give access any more: when the last two are disabled at once, one of them stays.
 */
export function disableUser(
  context: OperatorContext,
  userId: string,
  /** The merchant at which it was done, for the audit log; null: the operator. */
  merchantId: string | null = null,
  links: EndedLinks = null,
): Promise<DisabledUser> {
  return context.database.transaction(async (tx): Promise<DisabledUser> => {
    const admins = await lockActiveAdmins(tx)
    const user = await lockUser(tx, userId)
    if (user === undefined) return refuse('not_found')
    if (user.status === 'disabled') return refuse('already_disabled')
    if (admins.includes(userId) && admins.length === 1) return refuse('last_admin')
    const endedSessions = await endAccess(tx, userId, { links, now: context.clock() })
    await recordOperatorAudit(context, tx, {
      action: 'user.disabled',
      subject: userId,
      merchantId,
      details: { endedSessions },
    })
    return done({ endedSessions })
  })
}

/**
 * Disables a person, and deletes their links, those that they made, and their passkeys, codes and sessions; returns the number
 * of sessions.
 */
export async function endAccess(
  tx: Transaction,
  userId: string,
  { links, now }: { links: EndedLinks; now: Date },
): Promise<number> {
  await writeDisabled(tx, userId, now)
  await deleteSignInLinks(tx, userId, links)
  await deletePasskeysOf(tx, userId)
  await endLostAccess(tx, userId)
  return deleteSessionsOf(tx, userId)
}
