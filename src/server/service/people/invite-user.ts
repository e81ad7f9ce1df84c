import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import { newId } from '#domain/id.ts'
import { deleteSessionsOf } from '../../database/people/dashboard-sessions.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  findMember,
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
  /** The merchant whose people invite; default: the operator does. */
  accountOf?: string | null
}

/** The person already has this role here, and gets no second one. */
export interface AlreadyHere extends Refused<'already_here'> {
  userId: string
  role: string
}

export type InvitedUser = Done<{ userId: string; link: IssuedLink }> | AlreadyHere

/**
 * Invites a person to a role at the operator or at a merchant: the link gives the role once it is used. Whoever invites names
 * an address, and nothing proves whose it is: an account that a merchant's people make is that merchant's alone, and no other
 * invitation to the address leads to it. To whom the operator invited before, the link adds a role by their passkey. A new
 * invitation ends the link before, and what that link has given to somebody who has no passkey yet: its role and its session.
 * A disabled person begins anew, without their former roles.
 */
export function inviteUser(
  context: OperatorContext,
  { email, name, membership, refundLimits = null, accountOf = null }: Invitation,
): Promise<InvitedUser> {
  return context.database.transaction(async (tx): Promise<InvitedUser> => {
    const now = context.clock()
    const { merchantId } = membership
    const member = merchantId === null ? undefined : await findMember(tx, { email, merchantId })
    if (member !== undefined) return { ...refuse('already_here'), ...member }
    const user = await userOf(context, tx, { email, name, accountOf, now })
    if (user.status === 'disabled') await reinviteUser(tx, user.id)
    const held = await readMemberships(tx, user.id)
    const here = held.find((one) => one.merchantId === merchantId)
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
      maker: makerOf(context, merchantId),
      now,
    })
    await recordOperatorAudit(context, tx, {
      action: 'user.invited',
      subject: user.id,
      merchantId,
      details: { role: membership.role, ...(refundLimits !== null && { refundLimits }) },
    })
    return done({ userId: user.id, link })
  })
}

async function userOf(
  { random }: Pick<OperatorContext, 'random'>,
  tx: Queryable,
  {
    email,
    name,
    accountOf,
    now,
  }: Pick<Invitation, 'email' | 'name'> & { accountOf: string | null; now: Date },
): Promise<UserRecord> {
  await insertUser(tx, {
    id: newId('usr', now, random),
    handle: random(HANDLE_BYTES),
    email,
    accountOf,
    name,
    now,
  })
  const user = await lockUserByEmail(tx, { email, accountOf })
  if (user === undefined) throw new Error('an invited person is not there')
  return user
}
