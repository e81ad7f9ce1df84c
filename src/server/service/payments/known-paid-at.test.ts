import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownPaidAt } from './known-outcome.ts'

const DAY_MS = 86_400_000
const createdAt = new Date('2026-11-20T16:42:07.000Z')
const now = new Date('2026-11-20T16:52:07.000Z')
const times = { createdAt, now }

describe('the time of payment that a processor states', () => {
  it.each([
    ['2026-11-20T13:42:31.480-03:00', '2026-11-20T16:42:31.480Z'],
    ['2026-11-20T16:42:31Z', '2026-11-20T16:42:31.000Z'],
    ['2026-11-20T16:42:31.480123Z', '2026-11-20T16:42:31.480Z'],
  ])('keeps the instant of %s', (stated, instant) => {
    expect(knownPaidAt(stated, times)?.toISOString()).toBe(instant)
  })

  it.each([
    '2026-11-20T16:42:31',
    '2026-11-20',
    '20 Nov 2026',
    '2026-02-30T10:00:00Z',
    '+275760-09-13T00:00:00Z',
    '',
    1795200000000,
    new Date(now),
    null,
    undefined,
  ])('is none of %j', (stated) => {
    expect(knownPaidAt(stated, times)).toBeNull()
  })

  it('is since the creation and not in the future, give or take a day', () => {
    const instants = fc.date({
      min: new Date(createdAt.getTime() - 3 * DAY_MS),
      max: new Date(now.getTime() + 3 * DAY_MS),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (at) => {
        const isPossible =
          at.getTime() >= createdAt.getTime() - DAY_MS && at.getTime() <= now.getTime() + DAY_MS
        expect(knownPaidAt(at.toISOString(), times)).toEqual(isPossible ? at : null)
      }),
    )
  })
})
