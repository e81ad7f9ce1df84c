import type { Scope } from '#contract/api-key.ts'
import {
  PERMISSIONS_OF_SCOPE,
  type Extent,
  type Permission,
} from '#contract/dashboard/permissions.ts'
import type { Layout } from '../layout.ts'

/** Not those of the contract, whose schemas the dashboard would load. */
const SCOPES = Object.keys(PERMISSIONS_OF_SCOPE) as Scope[]

/**
 * The scopes that a person may give to a merchant's key: a key has no limits and masks nothing, so they must have in full what
 * its calls do. A local sandbox has no real persons: there, masked ones keep no scope back.
 */
export function issuableScopes(
  extentOf: (permission: Permission) => Extent | undefined,
  layout: Layout,
): Scope[] {
  return SCOPES.filter((scope) =>
    PERMISSIONS_OF_SCOPE[scope].every(
      (permission) =>
        extentOf(permission) === 'all' || (permission === 'persons:read' && layout === 'local'),
    ),
  )
}
