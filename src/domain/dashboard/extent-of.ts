import { EXTENTS, grantOf, type Extent, type Permission } from '#contract/dashboard/permissions.ts'
import { seatOf, type Membership } from '#contract/dashboard/roles.ts'

/** What a dashboard action or a read concerns: one merchant, or (`merchantId` null) the operator and all merchants. */
export interface Scope {
  merchantId: string | null
  /** The permissions with the extent `where_allowed` that the operator grants to this merchant's own people. */
  allowed?: ReadonlySet<Permission>
}

/**
 * The extent of a permission for a person with these memberships; undefined when they lack it. A role at the operator applies
 * to every merchant, a role at a merchant to that merchant only. With several roles, the widest extent counts.
 */
export function extentOf(
  memberships: readonly Membership[],
  permission: Permission,
  scope: Scope,
): Extent | undefined {
  const extents = memberships.flatMap(
    (membership) => extentOfOne(membership, permission, scope) ?? [],
  )
  return EXTENTS.find((extent) => extents.includes(extent))
}

function extentOfOne(
  membership: Membership,
  permission: Permission,
  { merchantId, allowed }: Scope,
): Extent | undefined {
  if (membership.merchantId !== null && membership.merchantId !== merchantId) return undefined
  const extent = grantOf(seatOf(membership), permission)
  if (extent !== 'where_allowed') return extent
  return allowed?.has(permission) === true ? 'all' : undefined
}
