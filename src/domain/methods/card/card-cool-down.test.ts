import { describe, expect, it } from 'vitest'
import { cardCoolDownMs } from './card-cool-down.ts'

const lastAt = new Date('2026-11-20T15:00:00.000Z')
const MINUTE_MS = 60_000
const after = (minutes: number) => new Date(lastAt.getTime() + minutes * MINUTE_MS)

describe('S-67: the cool-down of a session', () => {
  it.each([
    [4, 0, 0],
    [5, 0, 15],
    [5, 14, 1],
    [5, 15, 0],
    [5, 99, 0],
    [6, 0, 0],
    [10, 5, 10],
  ])('after %i declines and %i minutes lasts %i more', (count, minutes, left) => {
    const now = after(minutes)
    expect(cardCoolDownMs({ count, lastAt }, { declinesMax: 5, now })).toBe(left * MINUTE_MS)
  })

  it('is zero without a limit and before the first decline', () => {
    expect(cardCoolDownMs({ count: 5, lastAt }, { declinesMax: 0, now: lastAt })).toBe(0)
    const none = { count: 0, lastAt: null }
    expect(cardCoolDownMs(none, { declinesMax: 5, now: lastAt })).toBe(0)
  })
})
