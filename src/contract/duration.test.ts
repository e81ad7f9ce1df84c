import { describe, expect, it } from 'vitest'
import { Duration, durationMs, parseDurationSeconds } from './duration.ts'

describe('parseDurationSeconds', () => {
  it.each([
    ['0', 0],
    ['90s', 90],
    ['30m', 1800],
    ['24h', 86_400],
    ['7d', 604_800],
    ['1h30m', 5400],
    ['1d1s', 86_401],
  ])('reads %s', (text, seconds) => {
    expect(parseDurationSeconds(text)).toBe(seconds)
  })

  it.each(['', '24', '-1h', '1.5h', '24 h', '24H', 'h', '1w', '30m1h', '1h1h', '999999d'])(
    'does not read "%s"',
    (text) => {
      expect(parseDurationSeconds(text)).toBeUndefined()
    },
  )
})

describe('Duration', () => {
  it.each(['2h', '3d', '90s', '1h30m'])('reads what the command line reads: %s', (text) => {
    expect(durationMs(Duration.parse(text))).toBe((parseDurationSeconds(text) ?? 0) * 1000)
  })
})
