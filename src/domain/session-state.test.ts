import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAYMENT_STATES } from '#contract/payment.ts'
import { paidStatus, unpaidStatus } from './session-state.ts'

describe("a session's payment status", () => {
  it('follows the last payment while nothing is captured', () => {
    expect(unpaidStatus(undefined)).toBe('unpaid')
    expect(PAYMENT_STATES.map((status) => [status, unpaidStatus(status)])).toEqual([
      ['created', 'processing'],
      ['requires_action', 'requires_action'],
      ['processing', 'processing'],
      ['unknown', 'processing'],
      ['authorized', 'processing'],
      ['amount_mismatch', 'processing'],
      ['succeeded', 'paid'],
      ['failed', 'unpaid'],
      ['voided', 'unpaid'],
    ])
    expect(unpaidStatus('authorized', 'manual')).toBe('authorized')
  })

  it('follows the refunded amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(1e9), (capturedMinor, refunded) => {
        const refundedMinor = Math.min(refunded, capturedMinor)
        const status = paidStatus(capturedMinor, refundedMinor)
        expect(status === 'paid').toBe(refundedMinor === 0)
        expect(status === 'refunded').toBe(refundedMinor === capturedMinor)
      }),
    )
  })
})
