import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatExpiryInput, isExpired, parseExpiry } from './expiry.ts'

const expiry = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.integer({ min: 2000, max: 2099 }),
})

function twoDigits(number: number): string {
  return String(number % 100).padStart(2, '0')
}

function typed(keys: string): string {
  return Array.from(keys).reduce((shown, key) => formatExpiryInput(shown + key), '')
}

describe('parseExpiry', () => {
  it.each(['12/34', '1234', '12 / 2034', '12/2034', '122034', '12-34', '12 34', ' 12.34 '])(
    'reads %j',
    (text) => {
      expect(parseExpiry(text)).toEqual({ month: 12, year: 2034 })
    },
  )

  it.each(['1/34', '01/34', '0134', '1 / 2034', '1-34'])('reads %j', (text) => {
    expect(parseExpiry(text)).toEqual({ month: 1, year: 2034 })
  })

  it('reads a year first', () => {
    for (const text of ['2034-12', '2034/12', '203412', ' 2034 / 12 '])
      expect(parseExpiry(text)).toEqual({ month: 12, year: 2034 })
    expect(parseExpiry('2034 / 1')).toEqual({ month: 1, year: 2034 })
  })

  it.each([
    '',
    '2034',
    '2034-',
    '2034-0',
    '2034-13',
    '12',
    '12/',
    '12/3',
    '134',
    '13/34',
    '00/34',
    '0/34',
    '12/345',
    '12/1934',
    'ab/cd',
    '1/2/34',
  ])('does not read %j', (text) => {
    expect(parseExpiry(text)).toBeUndefined()
  })

  it('reads every month in every format', () => {
    fc.assert(
      fc.property(expiry, ({ month, year }) => {
        const [mm, yy] = [twoDigits(month), twoDigits(year)]
        for (const text of [
          `${mm}/${yy}`,
          `${month}/${yy}`,
          mm + yy,
          mm + year,
          `${mm} / ${year}`,
        ]) {
          expect(parseExpiry(text)).toEqual({ month, year })
        }
      }),
    )
  })
})

describe('isExpired', () => {
  it.each([
    ['2026-11-30T23:59:59Z', false],
    ['2026-12-01T11:59:59Z', false],
    ['2026-12-01T12:00:00Z', true],
    ['2026-10-01T00:00:00Z', false],
    ['2027-01-01T00:00:00Z', true],
  ])('11/2026 at %s: %s', (now, expired) => {
    expect(isExpired({ month: 11, year: 2026 }, new Date(now))).toBe(expired)
  })

  it('handles the turn of the year', () => {
    expect(isExpired({ month: 12, year: 2026 }, new Date('2027-01-01T11:00:00Z'))).toBe(false)
    expect(isExpired({ month: 12, year: 2026 }, new Date('2027-01-02T00:00:00Z'))).toBe(true)
  })

  it('is monotonic: an expired card stays expired', () => {
    const time = fc.date({
      min: new Date('1999-01-01'),
      max: new Date('2101-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(expiry, time, fc.nat(), (expiry, now, later) => {
        fc.pre(isExpired(expiry, now))
        expect(isExpired(expiry, new Date(now.getTime() + later))).toBe(true)
      }),
    )
  })
})

describe('formatExpiryInput', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['2', '02'],
    ['9', '09'],
    ['12', '12'],
    ['13', '01/3'],
    ['1/', '01/'],
    ['12/', '12/'],
    ['123', '12/3'],
    ['1234', '12/34'],
    ['1/34', '01/34'],
    ['12 / 34', '12/34'],
    ['12/345', '12/34'],
    ['12/20', '12/20'],
    ['12/2034', '12/2034'],
    ['122034', '12/2034'],
    ['12/20345', '12/2034'],
    ['abc', ''],
    ['/', ''],
    // A month that does not exist is left as it is, for its error to say so.
    ['13/30', '13/30'],
    ['13 / 30', '13/30'],
    ['00/30', '00/30'],
    ['99/', '99/'],
    ['01 / 3/', '13/'],
    // The keypad of a phone has no slash.
    ['01 / 330', '13/30'],
    ['01 / 33', '01/33'],
    ['01 / 2/', '01/2'],
    // As in ISO 8601, which browsers may fill in.
    ['2030-01', '01/30'],
    ['2030-13', '13/30'],
    ['2030-01-31', '01/30'],
    // Its month may still be typed.
    ['2030', '2030'],
    ['2030-', '2030/'],
    [' 2030 / 1 ', '2030/1'],
  ])('shows %j as %j', (text, shown) => {
    expect(formatExpiryInput(text)).toBe(shown)
  })

  it('is idempotent', () => {
    const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[0-9/ .-]{0,9}$/))
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = formatExpiryInput(text)
        expect(formatExpiryInput(shown)).toBe(shown)
      }),
      { numRuns: 1000 },
    )
  })

  it('gives the typed expiry for every format, key by key', () => {
    fc.assert(
      fc.property(
        expiry,
        fc.constantFrom('', '/', '-', ' / '),
        fc.constantFrom('MM/YY', 'MM/YYYY', 'YYYY/MM'),
        (expiry, between, format) => {
          const year = format === 'MM/YY' ? twoDigits(expiry.year) : String(expiry.year)
          const parts = [twoDigits(expiry.month), year]
          const keys = (format === 'YYYY/MM' ? parts.toReversed() : parts).join(between)
          expect(parseExpiry(typed(keys))).toEqual(expiry)
        },
      ),
    )
  })

  it.each([
    ['13/30', '13/30'],
    ['13 30', '13/30'],
    ['1330', '13/30'],
    ['1/34', '01/34'],
    ['134', '01/34'],
    ['2027-11', '11/27'],
    ['2027/11', '11/27'],
    ['202711', '11/27'],
    ['2030-01', '01/30'],
    ['2027-1', '2027/1'],
    ['2027', '2027'],
    // A card of February.
    ['0227', '02/27'],
    ['227', '02/27'],
    ['022027', '02/2027'],
    ['22027', '02/2027'],
  ])('shows %j, typed key by key, as %j', (keys, shown) => {
    expect(typed(keys)).toBe(shown)
  })

  it('lets everything be deleted from the end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,6}$/), (digits) => {
        let shown = formatExpiryInput(digits)
        for (let presses = 0; presses < 8; presses++) shown = formatExpiryInput(shown.slice(0, -1))
        expect(shown).toBe('')
      }),
    )
  })
})
