import { describe, expect, it, vi } from 'vitest'
import { createTestClock } from '../../proof/testing/test-clock.ts'
import { createCardWatch } from './card-watch.ts'

const START = new Date('2026-11-20T15:00:00.000Z')
const DECLINED = { method: 'card', status: 'failed', declineCode: 'card_declined' } as const
const PAID = { method: 'card', status: 'succeeded', declineCode: null } as const
const ALARM_AT = 20

function openWatch() {
  const clock = createTestClock(START)
  const warn = vi.fn<(fields: unknown, message?: string) => void>()
  const metrics = {
    cardAttempted: vi.fn<(result: 'succeeded' | 'declined') => void>(),
    cardAlarmRaised: vi.fn<() => void>(),
  }
  const watch = createCardWatch({ clock: () => clock.now(), log: { warn }, metrics })
  const settle = (payment: Parameters<typeof watch.settled>[1], times: number, merchant = 'm1') => {
    for (let turn = 0; turn < times; turn++) watch.settled(merchant, payment)
  }
  return { clock, warn, metrics, settle }
}

describe('S-67: many declined cards of one merchant', () => {
  it('raise one alarm in ten minutes, by metric and log', () => {
    const { clock, warn, metrics, settle } = openWatch()
    settle(DECLINED, ALARM_AT - 1)
    expect(warn).not.toHaveBeenCalled()
    settle(DECLINED, ALARM_AT)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { merchantId: 'm1', declined: ALARM_AT, succeeded: 0 },
      expect.any(String),
    )
    expect(metrics.cardAlarmRaised).toHaveBeenCalledOnce()
    expect(metrics.cardAttempted).toHaveBeenCalledTimes(2 * ALARM_AT - 1)
    clock.advance(600_000)
    settle(DECLINED, ALARM_AT)
    expect(warn).toHaveBeenCalledTimes(2)
  })

  it('raise none where more cards are paid with, nor together with those of another merchant', () => {
    const { warn, settle } = openWatch()
    settle(PAID, 200)
    settle(DECLINED, 199)
    settle(DECLINED, ALARM_AT - 1, 'm2')
    expect(warn).not.toHaveBeenCalled()
  })

  it('are cards, and were declined', () => {
    const { warn, metrics, settle } = openWatch()
    settle({ ...DECLINED, declineCode: 'processing_error' }, 100)
    settle({ method: 'pix', status: 'failed', declineCode: 'pix_expired' }, 100)
    settle({ method: 'card', status: 'unknown', declineCode: null }, 100)
    expect(warn).not.toHaveBeenCalled()
    expect(metrics.cardAttempted).not.toHaveBeenCalled()
  })
})
