import { expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

it.each([
  [-1999, 'now'],
  [1500, 'now'],
  [-2000, '2 s ago'],
  [-59_999, '59 s ago'],
  [61_000, 'in 1 min'],
  [-3_599_000, '59 min ago'],
  [3_600_000, 'in 1 h'],
  [-47 * 3_600_000, '47 h ago'],
  [-3 * 86_400_000, '3 days ago'],
])('%i ms from now is %s', (distanceMs, words) => {
  expect(relativeTime(new Date(now.getTime() + distanceMs), now)).toBe(words)
})
