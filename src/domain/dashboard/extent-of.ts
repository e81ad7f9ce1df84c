import {
  EXTENTS,
  grantOf,
  type Extent,
  type Permission,
} from '../../contract/dashboard/permissions.ts'
import { seatOf, type Membership } from '../../contract/dashboard/roles.ts'

/** What an act or a read concerns: one merchant, or (`merchantId` null) the operator and all merchants. */
export interface Scope {
  merchantId: string | null
  /** What the operator lets this merchant's own people do, of that which needs to be allowed. */
  allowed?: ReadonlySet<Permission>
}

/**
 * How far a person with these memberships may go; undefined: not at all. A role at the operator holds for every merchant,
 * one at a merchant for that merchant alone. Of several, the widest counts.
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
