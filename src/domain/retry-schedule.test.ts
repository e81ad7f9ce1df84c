import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAttemptAt, RETRY_AFTER_SECONDS_MAX, RETRY_DELAYS_SECONDS } from './retry-schedule.ts'

const tries = RETRY_DELAYS_SECONDS.length
const now = new Date('2026-11-20T12:00:00.000Z')
const attemptsMade = fc.nat(tries - 1)
const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

function secondsUntil(at: Date | undefined): number {
  if (at === undefined) throw new Error('exhausted')
  return (at.getTime() - now.getTime()) / 1000
}

describe('the retry schedule', () => {
  it('is twelve attempts in about 72 hours', () => {
    expect(tries).toBe(12)
    const hours = RETRY_DELAYS_SECONDS.reduce<number>((sum, delay) => sum + delay, 0) / 3600
    expect(hours).toBeGreaterThan(71)
    expect(hours).toBeLessThan(73)
  })
})

describe('nextAttemptAt', () => {
  it('makes the first attempt at once', () => {
    expect(nextAttemptAt({ attemptsMade: 0, now, jitter: 0.9 })).toEqual(now)
  })

  it('is the delay itself in the middle of the jitter', () => {
    const delays = RETRY_DELAYS_SECONDS.map((_, attemptsMade) =>
      secondsUntil(nextAttemptAt({ attemptsMade, now, jitter: 0.5 })),
    )
    expect(delays).toEqual([...RETRY_DELAYS_SECONDS])
  })

  it('stays within ±20 % and uses the whole range', () => {
    fc.assert(
      fc.property(attemptsMade, jitter, (attemptsMade, jitter) => {
        const delay = RETRY_DELAYS_SECONDS[attemptsMade] ?? Number.NaN
        const seconds = secondsUntil(nextAttemptAt({ attemptsMade, now, jitter }))
        expect(seconds).toBeGreaterThanOrEqual(delay * 0.8 - 0.001)
        expect(seconds).toBeLessThanOrEqual(delay * 1.2 + 0.001)
      }),
    )
    expect(secondsUntil(nextAttemptAt({ attemptsMade: 4, now, jitter: 0 }))).toBe(480)
    expect(secondsUntil(nextAttemptAt({ attemptsMade: 4, now, jitter: 0.999_999 }))).toBeCloseTo(
      720,
    )
  })

  it('is exhausted after the last attempt, whatever Retry-After says', () => {
    for (const attemptsMade of [tries, tries + 1, 1000]) {
      expect(nextAttemptAt({ attemptsMade, now, jitter: 0 })).toBeUndefined()
      expect(nextAttemptAt({ attemptsMade, now, jitter: 0, retryAfterSeconds: 60 })).toBeUndefined()
    }
    expect(nextAttemptAt({ attemptsMade: tries - 1, now, jitter: 0 })).toBeInstanceOf(Date)
  })

  it('honours Retry-After up to 24 hours, and never waits less than the schedule', () => {
    fc.assert(
      fc.property(attemptsMade, jitter, fc.nat(10 * 86_400), (attemptsMade, jitter, asked) => {
        const plain = secondsUntil(nextAttemptAt({ attemptsMade, now, jitter }))
        const polite = secondsUntil(
          nextAttemptAt({ attemptsMade, now, jitter, retryAfterSeconds: asked }),
        )
        expect(polite).toBe(Math.max(plain, Math.min(asked, RETRY_AFTER_SECONDS_MAX)))
      }),
    )
  })
})
