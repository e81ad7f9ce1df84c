import { describe, expect, it } from 'vitest'
import {
  ALLOWABLE_PERMISSIONS,
  grantOf,
  OPERATOR_ONLY,
  PERMISSIONS,
  type Permission,
} from './permissions.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES, SEATS, type Seat } from './roles.ts'

const permissions = Object.keys(PERMISSIONS) as Permission[]
const SHORT: Readonly<Record<string, string>> = {
  all: '+',
  up_to_limit: 'limit',
  on_request: 'ask',
  at_most_100: '100',
  at_most_10: '10',
  without_sums: 'no sums',
  own_entries: 'own',
  where_allowed: 'allowed',
}

/** A row as in the table of the design: a column for each seat. */
function row(permission: Permission): string {
  return SEATS.map((seat) => grantOf(seat, permission) ?? '-')
    .map((extent) => SHORT[extent] ?? extent)
    .join(' | ')
}

describe('the table of roles and permissions', () => {
  it.each<[Permission, string]>([
    ['payments:read', '+ | + | + | + | + | + | + | +'],
    ['stats:read', '+ | no sums | + | + | + | + | no sums | +'],
    ['persons:read', '+ | ask | masked | masked | + | masked | ask | masked'],
    ['payments:refund', '+ | limit | limit | - | + | - | limit | limit'],
    ['payments:capture', '+ | + | + | - | + | - | + | +'],
    ['payments:manage', '+ | + | - | - | + | - | + | -'],
    ['disputes:write', '+ | + | + | - | + | - | + | +'],
    ['payments:decide', '+ | - | + | - | - | - | - | -'],
    ['deliveries:read', '+ | + | - | masked | + | + | masked | -'],
    ['deliveries:replay', '+ | 100 | - | - | + | + | 10 | -'],
    ['keys:read', '+ | + | - | + | + | + | - | -'],
    ['keys:issue', '+ | - | - | - | allowed | allowed | - | -'],
    ['keys:revoke', '+ | + | - | - | + | + | - | -'],
    ['callback:write', '+ | - | - | - | allowed | allowed | - | -'],
    ['webhook_secret:rotate', '+ | - | - | - | allowed | allowed | - | -'],
    ['exports:create', '+ | - | + | - | + | - | - | +'],
    ['merchants:create', '+ | - | - | - | - | - | - | -'],
    ['merchant_look:write', '+ | - | - | - | + | - | - | -'],
    ['merchant_settings:write', '+ | - | - | - | - | - | - | -'],
    ['people:manage', '+ | - | - | - | + | - | - | -'],
    ['audit:read', '+ | own | + | + | + | + | own | +'],
    ['system:read', '+ | + | - | + | - | - | - | -'],
  ])('%s: %s', (permission, cells) => {
    expect(row(permission)).toBe(cells)
  })

  it('has each row in the test above, so that no right is added unseen', () => {
    expect(permissions).toHaveLength(22)
  })

  it('gives an admin everything, and no other role of the operator more than to read, refund, capture and revoke', () => {
    expect(permissions.filter((permission) => grantOf('admin', permission) !== 'all')).toEqual([])
    const writes = permissions.filter((name) => /:(?:write|issue|rotate|create|manage)$/.test(name))
    const held = writes.filter((name) => grantOf('viewer', name) !== undefined)
    expect(held).toEqual([])
  })

  it('keeps what is of the operator alone from every role of a merchant', () => {
    const ofMerchants = MERCHANT_ROLES.map((role): Seat => `merchant_${role}`)
    const only = permissions.filter((permission) =>
      ofMerchants.every((seat) => grantOf(seat, permission) === undefined),
    )
    expect(only.toSorted()).toEqual([...OPERATOR_ONLY].toSorted())
  })

  it('names all that the operator may allow', () => {
    const conditional = permissions.filter((permission) =>
      SEATS.some((seat) => grantOf(seat, permission) === 'where_allowed'),
    )
    expect(conditional.toSorted()).toEqual([...ALLOWABLE_PERMISSIONS].toSorted())
  })

  it('allows where allowed to merchants alone', () => {
    for (const permission of permissions)
      for (const role of OPERATOR_ROLES) expect(grantOf(role, permission)).not.toBe('where_allowed')
  })
})
