import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import { newId } from '#domain/id.ts'
import { deleteSessionsOf } from '../../database/people/dashboard-sessions.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  insertUser,
  lockUserByEmail,
  readMemberships,
  reinviteUser,
  revokeMembership,
  type UserRecord,
} from '../../database/people/users.ts'
import { done, refuse, type Done, type Refused } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { issueLink, type IssuedLink } from './issue-link.ts'
import { makerOf } from './link-maker.ts'

const HANDLE_BYTES = 32

export interface Invitation {
  email: string
  name: string | null
  membership: Membership
  /** For a role that may refund only up to a limit. Default: none, so that it may refund nothing. */
  refundLimits?: RefundLimits
}

/** The person already has this role here, and gets no second one. */
export interface AlreadyHere extends Refused<'already_here'> {
  userId: string
  role: string
}

export type InvitedUser = Done<{ userId: string; link: IssuedLink }> | AlreadyHere

/**
 * Invites a person to a role at the operator or at a merchant: the link gives the role once it is used. Nothing shows whether
 * the person already works elsewhere: they get a link like anybody, which then asks for their passkey. A new invitation ends
 * the link before, and what that link has given to somebody who has no passkey yet: its role and its session. A disabled
 * person begins anew, without their former roles.
 */
export function inviteUser(
  context: OperatorContext,
  { email, name, membership, refundLimits = null }: Invitation,
): Promise<InvitedUser> {
  return context.database.transaction(async (tx): Promise<InvitedUser> => {
    const now = context.clock()
    const user = await userOf(context, tx, { email, name, now })
    if (user.status === 'disabled') await reinviteUser(tx, user.id)
    const held = await readMemberships(tx, user.id)
    const here = held.find(({ merchantId }) => merchantId === membership.merchantId)
    if (user.status === 'active' && here !== undefined)
      return { ...refuse('already_here'), userId: user.id, role: here.role }
    if (here !== undefined) {
      await revokeMembership(tx, { userId: user.id, merchantId: here.merchantId })
      await deleteSessionsOf(tx, user.id)
    }
    const link = await issueLink(context, tx, {
      userId: user.id,
      purpose: 'invite',
      membership: { ...membership, refundLimits },
      maker: makerOf(context, membership.merchantId),
      now,
    })
    await recordOperatorAudit(context, tx, {
      action: 'user.invited',
      subject: user.id,
      merchantId: membership.merchantId,
      details: { role: membership.role, ...(refundLimits !== null && { refundLimits }) },
    })
    return done({ userId: user.id, link })
  })
}

async function userOf(
  { random }: Pick<OperatorContext, 'random'>,
  tx: Queryable,
  { email, name, now }: Pick<Invitation, 'email' | 'name'> & { now: Date },
): Promise<UserRecord> {
  await insertUser(tx, {
    id: newId('usr', now, random),
    handle: random(HANDLE_BYTES),
    email,
    name,
    now,
  })
  const user = await lockUserByEmail(tx, email)
  if (user === undefined) throw new Error('an invited person is not there')
  return user
}
