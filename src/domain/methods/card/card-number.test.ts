import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARD_BRANDS } from '#contract/payment.ts'
import {
  brandOf,
  codeLengthOf,
  formatCardNumber,
  groupsOf,
  lengthsOf,
  luhnValid,
  validateCardNumber,
} from './card-number.ts'

/** Test numbers that processors publish. */
const KNOWN = [
  ['4242424242424242', 'visa'],
  ['4000056655665556', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['5105105105105100', 'mastercard'],
  ['378282246310005', 'amex'],
  ['371449635398431', 'amex'],
  ['6011111111111117', 'discover'],
  ['6011000990139424', 'discover'],
  ['30569309025904', 'diners'],
  ['36227206271667', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['6205500000000000004', 'unionpay'],
  ['6362970000457013', 'elo'],
  ['6062825624254001', 'hipercard'],
  ['6370950000000005', 'hipercard'],
] as const

const digits = fc.stringMatching(/^\d{0,24}$/)

describe('brandOf', () => {
  it.each(KNOWN)('%s is %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
    expect(validateCardNumber(number)).toBe('ok')
  })

  it.each([
    ['401177', 'visa'],
    ['401178', 'elo'],
    ['401179', 'elo'],
    ['401180', 'visa'],
    ['40117', 'visa'],
    ['506698', undefined],
    ['506699', 'elo'],
    ['506778', 'elo'],
    ['506779', undefined],
    ['509000', 'elo'],
    ['650034', 'discover'],
    ['650051', 'elo'],
    ['650057', 'elo'],
    ['651704', 'elo'],
    ['651705', 'discover'],
    ['655020', 'discover'],
    ['627780', 'elo'],
    ['627781', 'unionpay'],
    ['606281', undefined],
    ['606282', 'hipercard'],
    ['384100', 'hipercard'],
    ['384101', 'diners'],
    ['306', undefined],
    ['3094', undefined],
    ['3095', 'diners'],
    ['3527', undefined],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['3590', undefined],
    ['50', undefined],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['56', undefined],
    ['2220', undefined],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', undefined],
    ['643', undefined],
    ['644', 'discover'],
    ['8109', undefined],
    ['8171', 'unionpay'],
    ['8172', undefined],
    ['', undefined],
    ['3', undefined],
    ['27', undefined],
    ['9999', undefined],
  ])('%j is %s', (prefix, brand) => {
    expect(brandOf(prefix)).toBe(brand)
  })

  it('depends on the first eight digits at most', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{8}$/), digits, (prefix, rest) => {
        expect(brandOf(prefix + rest)).toBe(brandOf(prefix))
      }),
    )
  })
})

describe('luhnValid', () => {
  it('accepts exactly one check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,18}$/), (digits) => {
        const ends = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((last) => luhnValid(`${digits}${last}`))
        expect(ends).toHaveLength(1)
      }),
    )
  })

  it('detects every wrong digit', () => {
    const known = fc.constantFrom(...KNOWN.map(([number]) => number))
    fc.assert(
      fc.property(known, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
        const index = at % number.length
        const digit = (Number(number.charAt(index)) + more) % 10
        expect(luhnValid(number.slice(0, index) + digit + number.slice(index + 1))).toBe(false)
      }),
    )
  })

  it('refuses the empty string', () => {
    expect(luhnValid('')).toBe(false)
  })
})

describe('validateCardNumber', () => {
  it.each([
    ['', 'incomplete'],
    ['4', 'incomplete'],
    ['424242424242424', 'incomplete'],
    ['4242424242424241', 'invalid'],
    ['42424242424242424', 'incomplete'],
    ['4000000000000000006', 'ok'],
    ['42424242424242424242', 'invalid'],
    ['37828224631000', 'incomplete'],
    ['3782822463100052', 'invalid'],
    ['55555555555544440', 'invalid'],
    ['6200000000000001', 'ok'],
    ['9999', 'incomplete'],
    ['9999999999999995', 'unknown_brand'],
    ['4242 4242 4242 4242', 'invalid'],
    ['٤٢٤٢', 'invalid'],
  ])('%j is %s', (number, verdict) => {
    expect(validateCardNumber(number)).toBe(verdict)
  })

  it('is ok only for a known brand in one of its lengths', () => {
    fc.assert(
      fc.property(digits, (digits) => {
        const brand = brandOf(digits)
        const possible = brand !== undefined && lengthsOf(brand).includes(digits.length)
        expect(validateCardNumber(digits) === 'ok' && !possible).toBe(false)
      }),
    )
  })
})

describe('formatCardNumber', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
    ['37828', '3782 8'],
    ['3782', '3782'],
    ['', ''],
    ['99999', '9999 9'],
  ])('writes %j as %j', (digits, formatted) => {
    expect(formatCardNumber(digits)).toBe(formatted)
  })

  it('adds spaces and nothing else', () => {
    fc.assert(
      fc.property(digits, (digits) => {
        const formatted = formatCardNumber(digits)
        expect(formatted.replaceAll(' ', '')).toBe(digits)
        expect(formatted).toBe(formatted.trim())
      }),
    )
  })
})

it('every brand of the contract has lengths, groups that hold them, and a code', () => {
  for (const brand of CARD_BRANDS) {
    const grouped = groupsOf(brand).reduce((sum, length) => sum + length, 0)
    expect(grouped).toBeGreaterThanOrEqual(Math.min(...lengthsOf(brand)))
    expect(codeLengthOf(brand)).toBe(brand === 'amex' ? 4 : 3)
  }
})
