import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Phone } from '../../contract/values.ts'
import { formatPhone, toPhoneNumber } from './phone.ts'

describe('toPhoneNumber', () => {
  it.each([
    ['(11) 99876-5432', '+5511998765432'],
    ['011 99876-5432', '+5511998765432'],
    ['11 3456-7890', '+551134567890'],
    ['+1 (415) 555-0132', '+14155550132'],
    ['99876-5432', undefined],
    ['+0 123', undefined],
    ['', undefined],
  ])('reads %s as %s', (text, number) => {
    expect(toPhoneNumber(text)).toBe(number)
  })

  it('gives nothing that the contract would refuse', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[\d ()-]{0,20}$/), (text) => {
        const number = toPhoneNumber(text)
        expect(number === undefined || Phone.safeParse(number).success).toBe(true)
      }),
    )
  })
})

describe('formatPhone', () => {
  it.each([
    ['1', '1'],
    ['119', '(11) 9'],
    ['1134567890', '(11) 3456-7890'],
    ['11998765432', '(11) 99876-5432'],
    ['+351912', '+351912'],
  ])('shows %s as %s', (text, shown) => {
    expect(formatPhone(text)).toBe(shown)
  })
})
