import { describe, expect, it, vi } from 'vitest'
import { createTestClock } from '#proof/testing/test-clock.ts'
import { createCardTestingAlarm } from './card-testing-alarm.ts'

const START = new Date('2026-11-20T15:00:00.000Z')
const DECLINED = { method: 'card', status: 'failed', declineCode: 'card_declined' } as const
const PAID = { method: 'card', status: 'succeeded', declineCode: null } as const
const ALARM_AT = 20

function createAlarm() {
  const clock = createTestClock(START)
  const warn = vi.fn<(fields: unknown, message?: string) => void>()
  const metrics = {
    cardAttempted: vi.fn<(result: 'succeeded' | 'declined') => void>(),
    cardAlarmRaised: vi.fn<() => void>(),
  }
  const alarm = createCardTestingAlarm({ clock: () => clock.now(), log: { warn }, metrics })
  const settle = (payment: Parameters<typeof alarm.settled>[1], times: number, merchant = 'm1') => {
    for (let count = 0; count < times; count++) alarm.settled(merchant, payment)
  }
  return { clock, warn, metrics, settle }
}

describe('S-67: many declined cards of one merchant', () => {
  it('raise one alarm in ten minutes, by metric and log', () => {
    const { clock, warn, metrics, settle } = createAlarm()
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

  it('raise none while more cards succeed, and are counted per merchant', () => {
    const { warn, settle } = createAlarm()
    settle(PAID, 200)
    settle(DECLINED, 199)
    settle(DECLINED, ALARM_AT - 1, 'm2')
    expect(warn).not.toHaveBeenCalled()
  })

  it('count only cards, and only declines', () => {
    const { warn, metrics, settle } = createAlarm()
    settle({ ...DECLINED, declineCode: 'processing_error' }, 100)
    settle({ ...DECLINED, declineCode: 'issuer_unavailable' }, 100)
    settle({ method: 'pix', status: 'failed', declineCode: 'pix_expired' }, 100)
    settle({ method: 'card', status: 'unknown', declineCode: null }, 100)
    expect(warn).not.toHaveBeenCalled()
    expect(metrics.cardAttempted).not.toHaveBeenCalled()
  })
})
