import { PeopleQuery, type People } from '#contract/dashboard/people.ts'
import { PERMISSION_NAMES, grantOf } from '#contract/dashboard/permissions.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { mayGrant } from '#domain/dashboard/may-grant.ts'
import { listPeople } from '#server/service/people/list-people.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt } from './scope-of.ts'

/** Registers the call that lists who works for the operator, or for a merchant. */
export function addPeopleCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  calls.readOpen('/api/people', async (call, session) => {
    const parsed = PeopleQuery.safeParse(call.query())
    if (!parsed.success) return { refused: 'invalid_request' }
    const { merchant: merchantId = null, after = null } = parsed.data
    const { memberships, userId } = session
    const sees = memberships.some((own) => own.merchantId === null || own.merchantId === merchantId)
    if (!mayAt(session, 'people:manage', merchantId))
      return { refused: sees ? 'forbidden' : 'not_found' }
    const namesOperators = mayAt(session, 'people:manage', null)
    const listed = await listPeople(service, { merchantId, after, userId, namesOperators })
    if (listed === undefined) return { refused: 'not_found' }
    const data: People = { ...listed, roles: rolesAt(session, merchantId) }
    return { data }
  })
}

/** The roles that a person may give at a merchant (null: at the operator), with what each includes. */
function rolesAt(
  { memberships }: Pick<SignedIn, 'memberships'>,
  merchantId: string | null,
): People['roles'] {
  const there: Membership[] =
    merchantId === null
      ? OPERATOR_ROLES.map((role) => ({ merchantId, role }))
      : MERCHANT_ROLES.map((role) => ({ merchantId, role }))
  return there
    .filter((membership) => mayGrant(memberships, membership))
    .map((membership) => ({
      role: membership.role,
      may: Object.fromEntries(
        PERMISSION_NAMES.map((name) => [name, grantOf(seatOf(membership), name)]),
      ),
    }))
}
