import { describe, expect, it } from 'vitest'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { pollDelayMs } from './poll-delay.ts'

const alone = { streaming: false, polls: 0 }

describe('R-41: pollDelayMs', () => {
  it('is at most three seconds at first, so that all tabs agree soon', () => {
    for (const screen of [
      'open',
      'challenge',
      'pix',
      'boleto',
      'checking',
      'processing',
    ] as const) {
      expect(pollDelayMs(screen, openCheckout, alone)).toBeLessThanOrEqual(3_000)
    }
  })

  it('backs off while nothing changes', () => {
    const delays = [0, 10, 30].map((polls) =>
      pollDelayMs('pix', openCheckout, { streaming: false, polls }),
    )
    expect(delays).toEqual([1_000, 2_000, 5_000])
  })

  it('is off while the event stream is open', () => {
    for (const screen of ['open', 'pix', 'processing'] as const)
      expect(pollDelayMs(screen, openCheckout, { streaming: true, polls: 0 })).toBe(false)
  })

  it('ends when the session ends', () => {
    expect(pollDelayMs('expired', openCheckout, alone)).toBe(false)
    expect(pollDelayMs('paid-already', pageCheckouts.paid, alone)).toBe(false)
    expect(pollDelayMs('paid', pageCheckouts.paid, alone)).toBe(false)
  })

  it('continues after a payment until the merchant was notified', () => {
    const untold = { ...pageCheckouts.paid, merchantNotified: false }
    expect(pollDelayMs('paid', untold, alone)).toBe(1_000)
    expect(pollDelayMs('paid', untold, { streaming: false, polls: 30 })).toBe(false)
  })
})
