import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CardValues, faultOf, faultsOf, formatCardField } from './card-fields.ts'
import { CARD_FIELDS, type CardField } from './protocol.ts'

const NOW = new Date('2026-11-20T19:42:07Z')
const EMPTY: CardValues = {
  'card-number': '',
  'card-expiry': '',
  'card-code': '',
  'card-name': '',
}

function fault(field: CardField, text: string, values: Partial<CardValues> = {}) {
  return faultOf(field, { ...EMPTY, ...values, [field]: text }, NOW)
}

describe('faultOf', () => {
  const right: [CardField, string, Partial<CardValues>?][] = [
    ['card-number', '4242 4242 4242 4242'],
    ['card-number', '3782 822463 10005'],
    // An unknown IIN with a valid check digit: left to the processor.
    ['card-number', '9000 0000 0000 0001'],
    ['card-expiry', '11 / 26'],
    ['card-code', '123', { 'card-number': '4242' }],
    ['card-code', '1234', { 'card-number': '3782' }],
    ['card-code', '1234'],
    ['card-name', 'ANA SOUZA 3RD'],
  ]
  it.each(right)('%s: %s is right', (field, text, values) => {
    expect(fault(field, text, values)).toBeUndefined()
  })

  const wrong: [CardField, string, string, Partial<CardValues>?][] = [
    ['card-number', '4242 4242 4242 4241', 'wrong'],
    ['card-number', '4242', 'wrong'],
    ['card-number', ' ', 'missing'],
    ['card-expiry', '10 / 26', 'past'],
    ['card-expiry', '13 / 30', 'month'],
    ['card-expiry', '13', 'month'],
    ['card-expiry', '00 / 30', 'month'],
    ['card-expiry', '12', 'wrong'],
    ['card-expiry', '1', 'wrong'],
    ['card-code', '123', 'wrong', { 'card-number': '3782' }],
    ['card-code', '12', 'wrong'],
    ['card-code', '١٢٣', 'wrong'],
    ['card-name', '4242 4242 4242 4242', 'wrong'],
    ['card-name', '', 'missing'],
  ]
  it.each(wrong)('%s: %s is %s', (field, text, expected, values) => {
    expect(fault(field, text, values)).toBe(expected)
  })
})

describe('faultsOf', () => {
  it('gives the errors of all fields, in the order of the form', () => {
    expect(Object.entries(faultsOf({ ...EMPTY, 'card-code': '12' }, NOW))).toEqual([
      ['card-number', 'missing'],
      ['card-expiry', 'missing'],
      ['card-code', 'wrong'],
      ['card-name', 'missing'],
    ])
  })
})

describe('formatCardField', () => {
  it('is idempotent', () => {
    const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[0-9 /-]{0,24}$/))
    fc.assert(
      fc.property(fc.constantFrom(...CARD_FIELDS), anyText, anyText, (field, text, number) => {
        const once = formatCardField(field, text, number)
        expect(formatCardField(field, once, number)).toBe(once)
      }),
    )
  })

  it('cuts a security code to the length of its brand', () => {
    expect(formatCardField('card-code', '12345', '3782')).toBe('1234')
    expect(formatCardField('card-code', '12345', '4242')).toBe('123')
    expect(formatCardField('card-code', '12345', '')).toBe('1234')
  })
})
