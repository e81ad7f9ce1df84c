import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EXTENTS,
  grantOf,
  OPERATOR_ONLY,
  PERMISSIONS,
  type Extent,
  type Permission,
} from '#contract/dashboard/permissions.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { extentOf } from './extent-of.ts'

const OWN = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'
const OTHER = '11111111-ceea-467f-a8d5-1b1a0d3c9f4e'
const permissions = Object.keys(PERMISSIONS) as Permission[]
const permission = fc.constantFrom(...permissions)
const atMerchant = (merchantId: string) =>
  fc.constantFrom(...MERCHANT_ROLES).map((role): Membership => ({ merchantId, role }))
const atOperator = fc
  .constantFrom(...OPERATOR_ROLES)
  .map((role): Membership => ({ merchantId: null, role }))
const allowed = fc.uniqueArray(permission).map((names) => new Set(names))
const rank = (extent: Extent | undefined) =>
  extent === undefined ? EXTENTS.length : EXTENTS.indexOf(extent)

describe('how far a person may go', () => {
  it('is nothing at another merchant, whatever is allowed there', () => {
    fc.assert(
      fc.property(atMerchant(OWN), permission, allowed, (membership, name, names) => {
        expect(extentOf([membership], name, { merchantId: OTHER, allowed: names })).toBeUndefined()
        expect(extentOf([membership], name, { merchantId: null, allowed: names })).toBeUndefined()
      }),
    )
  })

  it('is for every merchant what the role at the operator says', () => {
    fc.assert(
      fc.property(atOperator, permission, (membership, name) => {
        for (const merchantId of [null, OWN, OTHER])
          expect(extentOf([membership], name, { merchantId })).toBe(
            grantOf(seatOf(membership), name),
          )
      }),
    )
  })

  it('never shrinks by another membership, and never outgrows the widest', () => {
    const memberships = fc.array(fc.oneof(atOperator, atMerchant(OWN), atMerchant(OTHER)))
    fc.assert(
      fc.property(memberships, atMerchant(OWN), permission, (several, more, name) => {
        const scope = { merchantId: OWN }
        const before = rank(extentOf(several, name, scope))
        const after = rank(extentOf([...several, more], name, scope))
        expect(after).toBe(Math.min(before, rank(extentOf([more], name, scope))))
      }),
    )
  })

  it('is what a merchant needs to be allowed only where it is, and never what is of the operator alone', () => {
    const owner: Membership[] = [{ merchantId: OWN, role: 'owner' }]
    expect(extentOf(owner, 'keys:issue', { merchantId: OWN })).toBeUndefined()
    expect(
      extentOf(owner, 'keys:issue', { merchantId: OWN, allowed: new Set(['callback:write']) }),
    ).toBeUndefined()
    expect(
      extentOf(owner, 'keys:issue', { merchantId: OWN, allowed: new Set(['keys:issue']) }),
    ).toBe('all')
    for (const name of OPERATOR_ONLY)
      expect(
        extentOf(owner, name, { merchantId: OWN, allowed: new Set(permissions) }),
      ).toBeUndefined()
  })
})
