import * as fc from 'fast-check'
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { PhoneNumber } from '#contract/values.ts'
import { readPhone } from './read-phone.ts'

describe('readPhone', () => {
  it.each([
    ['BR', '(11) 99876-5432', '+5511998765432'],
    ['BR', '011 99876-5432', '+5511998765432'],
    ['BR', '11 3456-7890', '+551134567890'],
    ['BR', '55 11 99876-5432', '+5511998765432'],
    ['BR', '(55) 99876-5432', '+5555998765432'],
    ['BR', '+55 (0)11 99876-5432', '+5511998765432'],
    ['BR', '+1 (415) 555-0132', '+14155550132'],
    ['BR', '00351 912 345 678', '+351912345678'],
    ['BR', '00 21 1 415 555 0132', '+14155550132'],
    ['BR', '\u202A+44\u00A0(0)20\u20117946\u00A00958\u202C', '+442079460958'],
    ['BR', '+44 (0)20 7946 0958', '+442079460958'],
    ['BR', '+4402079460958', '+442079460958'],
    ['BR', '＋４４ ２０ ７９４６ ０９５８', '+442079460958'],
    ['BR', '+39 (0)6 698 12345', '+390669812345'],
    ['BR', '+999 999 99999', '+99999999999'],
    ['BR', '+999 (0)999 99999', undefined],
    ['BR', '99876-5432', undefined],
    ['BR', '(11) 99876-5432 ramal 12', undefined],
    ['PT', '912 345 678', '+351912345678'],
    ['PT', '+5511998765432', '+5511998765432'],
    ['US', '(415) 555-0132', '+14155550132'],
    ['US', '1 415 555 0132', '+14155550132'],
    ['US', '011 44 20 7946 0958', '+442079460958'],
    ['US', '+1 (415) 555-0132 ext. 12', undefined],
    ['US', '(415) 555-0132 x12', undefined],
    ['US', '415.555.0132;ext=12', undefined],
    ['US', '1-800-FLOWERS', undefined],
    ['US', '555-0132', undefined],
    ['GB', '07911 123456', '+447911123456'],
    ['IT', '06 698 12345', '+390669812345'],
    ['HU', '06 30 123 4567', '+36301234567'],
    ['RU', '8 912 345-67-89', '+79123456789'],
    ['DE', '1234', undefined],
    ['AQ', '12345678', undefined],
    ['BR', '+0 123', undefined],
    ['BR', '', undefined],
    ['BR', 'ask me', undefined],
  ])('F-3: in %s reads %s as %s', (country, text, number) => {
    expect(readPhone(text, country)).toBe(number)
  })

  it('gives only numbers that the contract knows', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\+?[\d ().x-]{0,20}$/),
        fc.constantFrom(...getCountries(), 'AQ'),
        (text, country) => {
          const number = readPhone(text, country)
          expect(number === undefined || PhoneNumber.safeParse(number).success).toBe(true)
        },
      ),
    )
  })
})

/** Ways to write a country's example number; undefined where the country does not use the way. */
const WRITINGS: Record<string, (country: CountryCode) => string | undefined> = {
  'as it is dialled there': (country) => example(country).formatNational(),
  'without separators': (country) => example(country).formatNational().replaceAll(/\D/g, ''),
  'with dots': (country) =>
    example(country).formatNational().replaceAll(/\D+/g, '.').replace(/^\./, ''),
  'in international format': (country) => example(country).formatInternational(),
  'in E.164': (country) => example(country).number,
  'with 00': (country) => example(country).formatInternational().replace('+', '00'),
  'with 00 and a space': (country) => example(country).formatInternational().replace('+', '00 '),
  'with (0)': (country) => withTrunk(country),
  'in full-width digits': (country) =>
    example(country)
      .formatInternational()
      .replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
}

function example(country: CountryCode) {
  const number = getExampleNumber(country, examples)
  if (number === undefined) throw new Error(`no example of ${country}`)
  return number
}

/** "+44 (0)7400 123456", in countries whose national numbers begin with a 0 that is not dialled from abroad. */
function withTrunk(country: CountryCode): string | undefined {
  const { countryCallingCode, nationalNumber } = example(country)
  const national = example(country).formatNational().replaceAll(/\D/g, '')
  return national === `0${nationalNumber}`
    ? `+${countryCallingCode} (0)${nationalNumber}`
    : undefined
}

describe('a phone number of each country, as people write it', () => {
  it.each(Object.entries(WRITINGS))('F-3: %s', (_, written) => {
    const wrong = getCountries().flatMap((country) => {
      const text = written(country)
      const read = text === undefined ? example(country).number : readPhone(text, country)
      return read === example(country).number ? [] : [`${country}: ${text} is read as ${read}`]
    })
    expect(wrong).toEqual([])
  })

  it('F-3: of more than 240 countries', () => {
    expect(getCountries().length).toBeGreaterThan(240)
  })

  it('F-3: an extension is refused, not added to the number', () => {
    for (const country of getCountries())
      for (const extension of [' ext. 12', ' x12', ' #12', ';ext=12', ' ramal 12'])
        expect(
          readPhone(example(country).formatInternational() + extension, country),
        ).toBeUndefined()
  })
})
