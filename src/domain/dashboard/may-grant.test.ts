import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import { mayGrant } from './may-grant.ts'

const OWN = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'
const OTHER = '11111111-ceea-467f-a8d5-1b1a0d3c9f4e'
const at = (merchantId: string) => MERCHANT_ROLES.map((role): Membership => ({ merchantId, role }))
const operator = OPERATOR_ROLES.map((role): Membership => ({ merchantId: null, role }))
const any = fc.constantFrom(...operator, ...at(OWN), ...at(OTHER))
const names = (own: Membership, granted: readonly Membership[]) =>
  granted.filter((one) => mayGrant([own], one)).map(({ role }) => role)

describe('what a person may give', () => {
  it('is for an admin every role, anywhere', () => {
    const admin: Membership = { merchantId: null, role: 'admin' }
    expect(names(admin, operator)).toEqual([...OPERATOR_ROLES])
    expect(names(admin, at(OWN))).toEqual([...MERCHANT_ROLES])
  })

  it('is for an owner every role of that merchant, and none elsewhere', () => {
    const owner: Membership = { merchantId: OWN, role: 'owner' }
    expect(names(owner, at(OWN))).toEqual([...MERCHANT_ROLES])
    expect(names(owner, [...operator, ...at(OTHER)])).toEqual([])
  })

  it('is never more than they have', () => {
    expect(names({ merchantId: OWN, role: 'developer' }, at(OWN))).toEqual(['developer'])
    expect(names({ merchantId: null, role: 'viewer' }, operator)).toEqual(['viewer'])
    expect(names({ merchantId: null, role: 'finance' }, operator)).toEqual(['finance'])
  })

  it('is at least what they are, and grows with what they have', () => {
    fc.assert(
      fc.property(any, any, any, (own, more, granted) => {
        expect(mayGrant([own], own)).toBe(true)
        expect(mayGrant([own, more], granted)).toBe(
          mayGrant([own], granted) || mayGrant([own, more], granted),
        )
      }),
    )
  })
})
