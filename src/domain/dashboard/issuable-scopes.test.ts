import { describe, expect, it } from 'vitest'
import { SCOPES } from '#contract/api-key.ts'
import { ALLOWABLE_PERMISSIONS, PERMISSIONS_OF_SCOPE } from '#contract/dashboard/permissions.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import type { Layout } from '../layout.ts'
import { extentOf } from './extent-of.ts'
import { issuableScopes } from './issuable-scopes.ts'

const merchantId = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'
const seats: Membership[] = [
  ...OPERATOR_ROLES.map((role) => ({ merchantId: null, role })),
  ...MERCHANT_ROLES.map((role) => ({ merchantId, role })),
]
const extentFor = (own: Membership) => (permission: Parameters<typeof extentOf>[1]) =>
  extentOf([own], permission, { merchantId, allowed: new Set(ALLOWABLE_PERMISSIONS) })
const scopesOf = (own: Membership, layout: Layout) => issuableScopes(extentFor(own), layout)

describe('S-138: the scopes that a role may give to a key', () => {
  it.each(seats)('are within what it may itself: %o', (own) => {
    for (const scope of scopesOf(own, 'production'))
      for (const permission of PERMISSIONS_OF_SCOPE[scope])
        expect([scope, permission, extentFor(own)(permission)]).toEqual([scope, permission, 'all'])
  })

  it('are all for admins and owners', () => {
    expect(scopesOf({ merchantId: null, role: 'admin' }, 'production')).toEqual([...SCOPES])
    expect(scopesOf({ merchantId, role: 'owner' }, 'production')).toEqual([...SCOPES])
  })

  it('are for a developer no refunds and no captures, and of real persons nothing', () => {
    const developer: Membership = { merchantId, role: 'developer' }
    expect(scopesOf(developer, 'local')).toEqual(
      SCOPES.filter((scope) => scope !== 'refunds:write' && scope !== 'captures:write'),
    )
    expect(scopesOf(developer, 'production')).toEqual([
      'sessions:write',
      'events:replay',
      'sandbox:simulate',
    ])
  })
})
