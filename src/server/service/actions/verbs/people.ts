import type { PEOPLE_ACTIONS } from '#contract/dashboard/actions/people.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { mayGrant } from '#domain/dashboard/may-grant.ts'
import type { EndedLinks } from '../../../database/people/sign-in-links.ts'
import {
  lockActiveAdmins,
  lockActiveOwners,
  lockUser,
  readMemberships,
} from '../../../database/people/users.ts'
import { changeRole, removeMember } from '../../people/change-membership.ts'
import { disableUser } from '../../people/disable-user.ts'
import { inviteUser } from '../../people/invite-user.ts'
import { linkAt, type IssuedLink } from '../../people/issue-link.ts'
import { recoverUser } from '../../people/recover-user.ts'
import { signOutUser } from '../../people/sign-out-user.ts'
import { withdrawInvitation } from '../../people/withdraw-invitation.ts'
import type { ActionContext } from '../action-context.ts'
import { rollBack, valueOf } from '../../outcome.ts'
import type { VerbsOf } from '../verbs-of.ts'

/** Dashboard actions on the people of the operator, or of a merchant. */
export const PEOPLE_VERBS: VerbsOf<typeof PEOPLE_ACTIONS> = {
  async 'user.invite'(context, { merchantId, email, role }) {
    const membership = grantable(context, { merchantId, role })
    const accountOf = isOperator(context) ? null : merchantId
    const invited = valueOf(await inviteUser(context, { email, name: null, membership, accountOf }))
    return shown(context, invited.link)
  },

  async 'invitation.withdraw'(context, { merchantId, invitationId }) {
    valueOf(await withdrawInvitation(context, { merchantId, invitationId }))
    return {}
  },

  async 'user.role'(context, { merchantId, userId, role }) {
    const membership = grantable(context, { merchantId, role })
    return valueOf(await changeRole(context, { userId, membership }))
  },

  async 'user.remove'(context, { merchantId, userId }) {
    return valueOf(await removeMember(context, { merchantId, userId }))
  },

  async 'user.disable'(context, { merchantId, userId }) {
    // Locks in the order of `disableUser`, and before the person is locked.
    const { database } = context
    await lockActiveAdmins(database)
    const owners = merchantId === null ? [] : await lockActiveOwners(database, merchantId)
    await requireOwn(context, { merchantId, userId })
    if (!isOperator(context) && owners.length === 1 && owners[0] === userId)
      throw rollBack('last_owner')
    return valueOf(await disableUser(context, userId, merchantId, endedLinks(context, merchantId)))
  },

  async 'user.signOut'(context, { merchantId, userId }) {
    await requireOwn(context, { merchantId, userId })
    const links = endedLinks(context, merchantId)
    const { endedSessions } = valueOf(await signOutUser(context, userId, merchantId, links))
    return { endedSessions }
  },

  async 'user.recover'(context, { merchantId, userId }) {
    await requireOwn(context, { merchantId, userId })
    const recovered = valueOf(await recoverUser(context, userId, merchantId))
    return shown(context, recovered.link)
  },
}

interface Person {
  merchantId: string | null
  userId: string
}

/** The membership for a role that exists there and that this person may give. Throws `RollBack`. */
function grantable(
  { memberships }: ActionContext,
  { merchantId, role }: { merchantId: string | null; role: string },
): Membership {
  const membership = membershipOf(merchantId, role)
  if (membership === undefined) throw rollBack('invalid_request')
  if (!mayGrant(memberships, membership)) throw rollBack('forbidden')
  return membership
}

function membershipOf(merchantId: string | null, name: string): Membership | undefined {
  if (merchantId === null) {
    const role = OPERATOR_ROLES.find((known) => known === name)
    return role && { merchantId, role }
  }
  const role = MERCHANT_ROLES.find((known) => known === name)
  return role && { merchantId, role }
}

function isOperator({ memberships }: ActionContext): boolean {
  return extentOf(memberships, 'people:manage', { merchantId: null }) !== undefined
}

/** What a merchant does ends no invitation that another merchant made; what the operator does ends all. */
function endedLinks(context: ActionContext, merchantId: string | null): EndedLinks {
  return isOperator(context) ? null : merchantId
}

/** Locks a person until the dashboard action has ended; returns their roles. Throws `RollBack` unless they have a role there. */
async function requireMember(
  { database }: ActionContext,
  { merchantId, userId }: Person,
): Promise<readonly Membership[]> {
  const user = await lockUser(database, userId)
  const held =
    user === undefined || user.status === 'disabled' ? [] : await readMemberships(database, userId)
  if (!held.some((membership) => membership.merchantId === merchantId)) throw rollBack('not_found')
  return held
}

/** Throws `RollBack` unless the dashboard action is the operator's, or the person works for this merchant only. */
async function requireOwn(context: ActionContext, person: Person): Promise<void> {
  const held = await requireMember(context, person)
  if (held.length > 1 && !isOperator(context)) throw rollBack('works_elsewhere')
}

function shown({ adminUrl }: ActionContext, link: IssuedLink): { url: string; expiresAt: string } {
  return { url: linkAt(adminUrl, link), expiresAt: link.expiresAt.toISOString() }
}
