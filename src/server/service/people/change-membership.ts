import type { Membership } from '#contract/dashboard/roles.ts'
import { deleteSessionsOf } from '../../database/people/dashboard-sessions.ts'
import type { Transaction } from '../../database/engine/database.ts'
import {
  changeMembership,
  lockActiveAdmins,
  lockActiveOwners,
  lockUser,
  readMemberships,
  revokeMembership,
} from '../../database/people/users.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { endAccess } from './disable-user.ts'
import { endLostAccess } from './link-maker.ts'

/** The number of ended sessions. `not_found`: nobody of this id has a role there. */
export type ChangedMembership = Outcome<
  { endedSessions: number },
  'not_found' | 'last_admin' | 'last_owner'
>

interface Change {
  userId: string
  /** Null: at the operator. */
  merchantId: string | null
}

/**
 * Changes a person's role, and ends the links that they may not make any more. Ends their sessions only if they work nowhere else:
 * the sessions serve the other places, too, and roles are read at each call. Refuses to change the last admin of the operator
 * or the last owner of a merchant: when the last two are changed at once, one of them stays.
 */
export function changeRole(
  context: OperatorContext,
  { userId, membership }: { userId: string; membership: Membership },
): Promise<ChangedMembership> {
  const { merchantId, role } = membership
  const keepsLast = role === 'admin' || role === 'owner'
  return changing(
    context,
    { userId, merchantId, keepsLast },
    async (tx, before, worksElsewhere) => {
      await changeMembership(tx, userId, membership)
      await endLostAccess(tx, userId)
      const endedSessions = worksElsewhere ? 0 : await deleteSessionsOf(tx, userId)
      await recordOperatorAudit(context, tx, {
        action: 'user.role_changed',
        subject: userId,
        merchantId,
        details: { from: before.role, to: role, endedSessions },
      })
      return endedSessions
    },
  )
}

/**
 * Removes a person's role, and ends the links that they may not make any more. A person without another role loses their access, as
 * by `disableUser`, except that invitations of other merchants stay. Refuses to remove the last admin or the last owner.
 */
export function removeMember(
  context: OperatorContext,
  { userId, merchantId }: Change,
): Promise<ChangedMembership> {
  const change = { userId, merchantId, keepsLast: false }
  return changing(context, change, async (tx, before, worksElsewhere) => {
    await revokeMembership(tx, { userId, merchantId })
    await endLostAccess(tx, userId)
    const endedSessions = worksElsewhere
      ? 0
      : await endAccess(tx, userId, { links: merchantId, now: context.clock() })
    await recordOperatorAudit(context, tx, {
      action: 'user.removed',
      subject: userId,
      merchantId,
      details: { role: before.role, endedSessions, disabled: !worksElsewhere },
    })
    return endedSessions
  })
}

function changing(
  { database }: OperatorContext,
  { userId, merchantId, keepsLast }: Change & { keepsLast: boolean },
  change: (tx: Transaction, before: Membership, worksElsewhere: boolean) => Promise<number>,
): Promise<ChangedMembership> {
  return database.transaction(async (tx): Promise<ChangedMembership> => {
    // Locked before the person, and in the order of ids, so that two changes at once do not deadlock.
    const last =
      merchantId === null ? await lockActiveAdmins(tx) : await lockActiveOwners(tx, merchantId)
    const user = await lockUser(tx, userId)
    const held = user?.status === 'disabled' ? [] : await readMemberships(tx, userId)
    const before = held.find((one) => one.merchantId === merchantId)
    if (before === undefined) return refuse('not_found')
    if (!keepsLast && last.length === 1 && last[0] === userId)
      return refuse(merchantId === null ? 'last_admin' : 'last_owner')
    return done({ endedSessions: await change(tx, before, held.length > 1) })
  })
}
