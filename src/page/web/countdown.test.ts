import { describe, expect, it } from 'vitest'
import { formatCountdown } from './countdown.ts'

describe('formatCountdown', () => {
  it.each([
    [1_781_000, '29:41'],
    [61_000, '1:01'],
    [59_001, '1:00'],
    [1, '0:01'],
    [0, '0:00'],
    [-5_000, '0:00'],
    [3_600_000, '1:00:00'],
    [86_399_000, '23:59:59'],
    [1_209_600_000, '336:00:00'],
  ])('shows %i ms as %s', (leftMs, text) => {
    expect(formatCountdown(leftMs)).toBe(text)
  })
})
