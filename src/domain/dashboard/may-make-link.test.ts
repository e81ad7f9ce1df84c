import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import { extentOf } from './extent-of.ts'
import { mayGrant } from './may-grant.ts'
import { mayMakeLink } from './may-make-link.ts'

const OWN = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'
const OTHER = '11111111-ceea-467f-a8d5-1b1a0d3c9f4e'
const at = (merchantId: string) => MERCHANT_ROLES.map((role): Membership => ({ merchantId, role }))
const operator = OPERATOR_ROLES.map((role): Membership => ({ merchantId: null, role }))
const any = fc.constantFrom(...operator, ...at(OWN), ...at(OTHER))
const owner: Membership = { merchantId: OWN, role: 'owner' }
const admin: Membership = { merchantId: null, role: 'admin' }

describe('S-132: a link', () => {
  it('to a role is made by who manages the people there, and may give the role', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 2 }), any, (own, membership) => {
        const { merchantId } = membership
        const manages = extentOf(own, 'people:manage', { merchantId }) !== undefined
        expect(mayMakeLink(own, { merchantId, membership, recovered: [] })).toBe(
          manages && mayGrant(own, membership),
        )
      }),
    )
  })

  it('for a colleague is made by an owner while they work there alone, and by the operator always', () => {
    const elsewhere: Membership = { merchantId: OTHER, role: 'finance' }
    const recovering = (own: Membership, recovered: Membership[]) =>
      mayMakeLink([own], { merchantId: OWN, membership: null, recovered })
    expect(recovering(owner, [owner])).toBe(true)
    expect(recovering(owner, [owner, elsewhere])).toBe(false)
    expect(recovering(admin, [owner, elsewhere])).toBe(true)
    expect(recovering({ merchantId: OWN, role: 'support' }, [owner])).toBe(false)
  })
})
