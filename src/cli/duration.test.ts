import { describe, expect, it } from 'vitest'
import { parseDurationSeconds } from './duration.ts'

describe('parseDurationSeconds', () => {
  it.each([
    ['0', 0],
    ['90s', 90],
    ['30m', 1800],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('reads %s', (text, seconds) => {
    expect(parseDurationSeconds(text)).toBe(seconds)
  })

  it.each(['', '24', '-1h', '1.5h', '24 h', '24H', 'h', '1w', '1h30m', '999999d'])(
    'does not read "%s"',
    (text) => {
      expect(parseDurationSeconds(text)).toBeUndefined()
    },
  )
})
