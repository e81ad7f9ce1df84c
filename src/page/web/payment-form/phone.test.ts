import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhone, phoneToSend, showPhone } from './phone.ts'

const countries = fc.constantFrom('BR', 'US', 'PT', 'GB', 'AQ')

const digits = (text: string) => text.replaceAll(/\D/g, '')

describe('phoneToSend', () => {
  it.each([
    ['BR', '(11) 99876-5432', '+5511998765432'],
    ['BR', '011 99876-5432', '+5511998765432'],
    ['BR', '11 3456-7890', '+551134567890'],
    ['BR', '55 11 99876-5432', '+5511998765432'],
    ['BR', '(55) 99876-5432', '+5555998765432'],
    ['BR', '\u202A(11)\u00A099876\u20115432\u202C', '+5511998765432'],
    ['BR', '+1 (415) 555-0132', '+1 (415) 555-0132'],
    ['BR', '00351 912 345 678', '00351 912 345 678'],
    ['BR', '99876-5432', undefined],
    ['BR', '(11) 99876-5432 ramal 12', undefined],
    ['BR', '', undefined],
    ['PT', ' 912 345 678 ', '912 345 678'],
    ['US', '(415) 555-0132 ext. 12', '(415) 555-0132 ext. 12'],
  ])('in %s sends %s as %s', (country, text, number) => {
    expect(phoneToSend(text, country)).toBe(number)
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
    ['BR', '00351 912 345 678', '00351 912 345 678'],
    ['BR', '(11) 99876-54321', '119987654321'],
    ['BR', '+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
    ['BR', '+1 415 555 0132 ext. 12', '+1 415 555 0132 ext. 12'],
    ['BR', '(11) 99876-5432 ramal 12', '(11) 99876-5432 ramal 12'],
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
    ['PT', '912345678', '912345678'],
    ['GB', '07911 123456', '07911 123456'],
    ['BR', 'ask me', 'ask me'],
    ['US', '+5500000', '+55 000 00'],
  ])('in %s writes %s as %s', (country, text, shown) => {
    expect(showPhone(text, country)).toBe(shown)
  })

  it('keeps the number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{5,14}$/), countries, (text, country) => {
        const sent = (phone: string) => digits(phoneToSend(phone, country) ?? '')
        expect(sent(showPhone(text, country))).toBe(sent(text))
      }),
    )
  })
})
