import { expect, it } from 'vitest'
import { judgeAge, toSeconds } from './signature-age.ts'

const now = new Date('2026-11-20T12:00:00.999Z')

it.each([
  [0, 'ok'],
  [300, 'ok'],
  [301, 'too_old'],
  [-300, 'ok'],
  [-301, 'too_new'],
])('an age of %i seconds is %s', (ageSeconds, verdict) => {
  expect(judgeAge(toSeconds(now) - ageSeconds, now, 300)).toBe(verdict)
})

it('toSeconds drops the milliseconds', () => {
  expect(toSeconds(now)).toBe(Date.parse('2026-11-20T12:00:00Z') / 1000)
})
