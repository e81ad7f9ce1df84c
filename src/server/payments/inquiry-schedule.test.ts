import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../contract/payment.ts'
import { inquiryDelayMs } from './inquiry-schedule.ts'

describe('inquiryDelayMs', () => {
  it.each<[PaymentState, number[]]>([
    ['created', [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]],
    ['unknown', [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]],
    ['processing', [10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800, 1800]],
    ['requires_action', [300, 300, 300]],
  ])('grows from inquiry to inquiry about an attempt that is %s', (status, seconds) => {
    expect(seconds.map((_, inquiries) => inquiryDelayMs(status, inquiries) / 1000)).toEqual(seconds)
  })

  it('never overflows, after any number of inquiries', () => {
    expect(inquiryDelayMs('unknown', 1_000_000)).toBe(600_000)
    expect(inquiryDelayMs('processing', 1_000_000)).toBe(1_800_000)
  })
})
