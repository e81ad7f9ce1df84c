import { describe, expect, it } from 'vitest'
import { refundBehaviorOf, voucherBehaviorOf } from './test-payers.ts'

describe('voucherBehaviorOf', () => {
  it.each([
    ['succeed_immediately@example.com', 'succeed_immediately'],
    ['maria+succeed_immediately@example.com', 'succeed_immediately'],
    ['Expire_Immediately@example.com', 'expire_immediately'],
    ['expire_with_delay@example.com', 'expire_with_delay'],
    ['fill_never@example.com', 'fill_never'],
    ['fill_never+maria@example.com', 'succeed_with_delay'],
    ['maria@fill_never.example.com', 'succeed_with_delay'],
    [undefined, 'succeed_with_delay'],
  ])('%s: %s', (email, behavior) => {
    expect(voucherBehaviorOf(email)).toBe(behavior)
  })
})

describe('refundBehaviorOf', () => {
  it.each([
    ['refund_fails@example.com', 'fail'],
    ['maria_refund_pending@example.com', 'wait'],
    ['maria@example.com', 'succeed'],
    [undefined, 'succeed'],
  ])('%s: %s', (email, behavior) => {
    expect(refundBehaviorOf(email)).toBe(behavior)
  })
})
