import { deleteSessionsOf } from '../../database/dashboard-sessions.ts'
import type { Transaction } from '../../database/database.ts'
import { deletePasskeysOf } from '../../database/passkeys.ts'
import { deleteSignInLinks } from '../../database/sign-in-links.ts'
import { disableUser as writeDisabled, lockActiveAdmins, lockUser } from '../../database/users.ts'
import { recordOperatorAct, type OperatorContext } from '../../operator/operator-context.ts'

export type DisabledUser =
  | { ok: true; endedSessions: number }
  | { ok: false; reason: 'unknown' | 'disabled' | 'last_admin' }

/**
 * Ends a person's access at once: sessions, links, passkeys, recovery codes. Refuses the last active admin, who could let nobody in any more;
 * of two that are disabled at once, one stays.
 */
export function disableUser(
  context: OperatorContext,
  userId: string,
  /** At whom the act was done, for the audit log. */
  merchantId: string | null = null,
): Promise<DisabledUser> {
  return context.database.transaction(async (tx): Promise<DisabledUser> => {
    const admins = await lockActiveAdmins(tx)
    const user = await lockUser(tx, userId)
    if (user === undefined) return { ok: false, reason: 'unknown' }
    if (user.status === 'disabled') return { ok: false, reason: 'disabled' }
    if (admins.includes(userId) && admins.length === 1) return { ok: false, reason: 'last_admin' }
    const endedSessions = await endAccess(tx, userId, context.clock())
    await recordOperatorAct(context, tx, {
      action: 'user.disabled',
      subject: userId,
      merchantId,
      details: { endedSessions },
    })
    return { ok: true, endedSessions }
  })
}

/** Returns how many sessions there were. */
export async function endAccess(tx: Transaction, userId: string, now: Date): Promise<number> {
  await writeDisabled(tx, userId, now)
  await deleteSignInLinks(tx, userId)
  await deletePasskeysOf(tx, userId)
  return deleteSessionsOf(tx, userId)
}
