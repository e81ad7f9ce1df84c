import { EXTENTS, PERMISSION_NAMES, type Permission } from '#contract/dashboard/permissions.ts'
import type { Membership } from '#contract/dashboard/roles.ts'
import { extentOf } from './extent-of.ts'

/** Whether a person may grant a role: they must have each of its permissions there, to at least the same extent. */
export function mayGrant(
  own: readonly Membership[],
  granted: Membership,
  permissions: readonly Permission[] = PERMISSION_NAMES,
): boolean {
  // Assumes that the operator allows the merchant's people everything: that may change after the role is granted.
  const scope = { merchantId: granted.merchantId, allowed: new Set(permissions) }
  return permissions.every((permission) => {
    const given = extentOf([granted], permission, scope)
    const held = extentOf(own, permission, scope)
    if (given === undefined) return true
    return held !== undefined && EXTENTS.indexOf(held) <= EXTENTS.indexOf(given)
  })
}
