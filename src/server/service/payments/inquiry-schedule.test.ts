import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAYMENT_STATES, type PaymentState } from '#contract/payment.ts'
import { inquiryDelayMs, refundInquiryDelayMs } from './inquiry-schedule.ts'

describe('inquiryDelayMs', () => {
  it.each<[PaymentState, number[]]>([
    ['created', [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]],
    ['unknown', [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]],
    ['processing', [10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800, 1800]],
    [
      'requires_action',
      [300, 300, 300, 300, 300, 300, 600, 1200, 2400, 4800, 9600, 19_200, 21_600],
    ],
  ])('grows from inquiry to inquiry about an attempt that is %s', (status, seconds) => {
    expect(seconds.map((_, inquiries) => inquiryDelayMs(status, inquiries) / 1000)).toEqual(seconds)
  })

  it('never overflows, after any number of inquiries', () => {
    expect(inquiryDelayMs('unknown', 1_000_000)).toBe(600_000)
    expect(inquiryDelayMs('processing', 1_000_000)).toBe(1_800_000)
  })
})

const COUNT = fc.nat({ max: 2_000_000 })
const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('R-57: every polling schedule', () => {
  it.each<[string, (inquiries: number) => number]>([
    ...PAYMENT_STATES.map((status): [string, (inquiries: number) => number] => [
      status,
      (inquiries) => inquiryDelayMs(status, inquiries),
    ]),
    ['refund', refundInquiryDelayMs],
  ])('R-57: waits ever longer, and never for ever: %s', (_, delayMs) => {
    fc.assert(
      fc.property(COUNT, (inquiries) => {
        expect(delayMs(inquiries)).toBeGreaterThanOrEqual(2 * SECOND)
        expect(delayMs(inquiries)).toBeLessThanOrEqual(6 * HOUR)
        expect(delayMs(inquiries + 1)).toBeGreaterThanOrEqual(delayMs(inquiries))
      }),
    )
  })

  /** How many inquiries are made until a time has passed. */
  const inquiriesIn = (untilMs: number, delayMs: (inquiries: number) => number) => {
    let inquiries = 0
    for (let atMs = delayMs(0); atMs <= untilMs; atMs += delayMs(inquiries)) inquiries += 1
    return inquiries
  }

  it('R-57: asks about a voucher every five minutes for half an hour, and little in its days', () => {
    const voucher = (inquiries: number) => inquiryDelayMs('requires_action', inquiries)
    expect(inquiriesIn(HOUR / 2, voucher)).toBe(6)
    expect(inquiriesIn(3 * DAY, voucher)).toBeLessThan(25)
  })

  it('R-57: asks about a refund often in the first hour, and little in its days', () => {
    expect(inquiriesIn(HOUR, refundInquiryDelayMs)).toBeGreaterThan(5)
    expect(inquiriesIn(5 * DAY, refundInquiryDelayMs)).toBeLessThan(130)
  })
})
