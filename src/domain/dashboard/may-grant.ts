import { EXTENTS, PERMISSION_NAMES, type Permission } from '../../contract/dashboard/permissions.ts'
import type { Membership } from '../../contract/dashboard/roles.ts'
import { extentOf } from './extent-of.ts'

/** Whether a person has all that a role includes, where it would hold: nobody gives more than they have. */
export function mayGrant(
  own: readonly Membership[],
  granted: Membership,
  permissions: readonly Permission[] = PERMISSION_NAMES,
): boolean {
  // As if the merchant's people were allowed everything: what is allowed may change after a role was given.
  const scope = { merchantId: granted.merchantId, allowed: new Set(permissions) }
  return permissions.every((permission) => {
    const given = extentOf([granted], permission, scope)
    const held = extentOf(own, permission, scope)
    if (given === undefined) return true
    return held !== undefined && EXTENTS.indexOf(held) <= EXTENTS.indexOf(given)
  })
}
