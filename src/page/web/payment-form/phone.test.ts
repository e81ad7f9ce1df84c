import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Phone } from '#contract/values.ts'
import { CALLING_CODES } from './calling-codes.ts'
import { formatPhone, showPhone, toPhoneNumber } from './phone.ts'

const countries = fc.constantFrom(...CALLING_CODES.keys(), 'AQ')

describe('toPhoneNumber', () => {
  it.each([
    ['BR', '(11) 99876-5432', '+5511998765432'],
    ['BR', '011 99876-5432', '+5511998765432'],
    ['BR', '11 3456-7890', '+551134567890'],
    ['BR', '55 11 99876-5432', '+5511998765432'],
    ['BR', '(55) 99876-5432', '+5555998765432'],
    ['BR', '+1 (415) 555-0132', '+14155550132'],
    ['BR', '00351 912 345 678', '+351912345678'],
    ['BR', '99876-5432', undefined],
    ['PT', '912 345 678', '+351912345678'],
    ['PT', '+5511998765432', '+5511998765432'],
    ['US', '(415) 555-0132', '+14155550132'],
    ['US', '1 415 555 0132', '+14155550132'],
    ['US', '555-0132', undefined],
    ['GB', '07911 123456', '+447911123456'],
    ['IT', '06 698 12345', '+390669812345'],
    ['HU', '06 30 123 4567', '+36301234567'],
    ['RU', '8 912 345-67-89', '+79123456789'],
    ['DE', '1234', undefined],
    ['AQ', '12345678', undefined],
    ['BR', '+0 123', undefined],
    ['BR', '', undefined],
  ])('in %s reads %s as %s', (country, text, number) => {
    expect(toPhoneNumber(text, country)).toBe(number)
  })

  it('gives only numbers that the contract accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[\d ()-]{0,20}$/), countries, (text, country) => {
        const number = toPhoneNumber(text, country)
        expect(number === undefined || Phone.safeParse(number).success).toBe(true)
      }),
    )
  })
})

describe('formatPhone', () => {
  it.each([
    ['BR', '1', '1'],
    ['BR', '119', '(11) 9'],
    ['BR', '1134567890', '(11) 3456-7890'],
    ['BR', '11998765432', '(11) 99876-5432'],
    ['BR', '011998765432', '(11) 99876-5432'],
    ['BR', '5511998765432', '(11) 99876-5432'],
    ['BR', '+', '+'],
    ['BR', '+351', '+351'],
    ['BR', '+351912', '+351 912'],
    ['BR', '+5511998', '+55 11 998'],
    ['US', '+14155550132', '+1 415 555 0132'],
    ['PT', '912345', '912345'],
  ])('in %s shows %s as %s', (country, text, shown) => {
    expect(formatPhone(text, country)).toBe(shown)
  })

  it('keeps every digit of a number in international format', () => {
    const number = fc.stringMatching(/^\+[1-9]\d{6,14}$/).filter((text) => !text.startsWith('+55'))
    fc.assert(
      fc.property(number, countries, (text, country) => {
        expect(formatPhone(text, country).replaceAll(' ', '')).toBe(text)
      }),
    )
  })
})

describe('showPhone', () => {
  it.each([
    ['BR', '+5511987654321', '(11) 98765-4321'],
    ['BR', '+55 11 3456-7890', '(11) 3456-7890'],
    ['BR', '+351912345678', '+351 912 345 678'],
    ['PT', '+5511987654321', '+55 11 98765-4321'],
    ['PT', '912345678', '+351 912 345 678'],
    ['GB', '07911 123456', '+44 791 112 3456'],
    ['BR', 'ask me', 'ask me'],
    ['US', '+5500000', '+55 000 00'],
  ])('in %s writes %s as %s', (country, text, shown) => {
    expect(showPhone(text, country)).toBe(shown)
  })

  it('keeps the number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{5,14}$/), countries, (text, country) => {
        const number = toPhoneNumber(text, country)
        expect(toPhoneNumber(showPhone(text, country), country)).toBe(number)
      }),
    )
  })
})
