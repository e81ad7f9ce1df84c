import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskEmail, maskName, maskPerson, maskPhone, maskTaxId } from './mask-person.ts'

describe('a masked person', () => {
  it.each([
    [maskEmail, 'ada@mail.example', 'a•••@mail.example'],
    [maskEmail, 'no at sign', '•••'],
    [maskEmail, '@mail.example', '•••'],
    [maskTaxId, '123.456.789-09', '•••.456.•••-••'],
    [maskTaxId, '12ABC34501DE35', '••.•••.345/••••-••'],
    [maskTaxId, '12', '•••'],
    [maskPhone, '+5511998765432', '+55 ••• 5432'],
    [maskPhone, '+351912345678', '••• 5678'],
    [maskName, 'Ada Lovelace', 'Ada L•••'],
    [maskName, 'Ada King Lovelace', 'Ada L•••'],
    [maskName, 'Ada', 'A•••'],
    [maskName, ' ', '•••'],
  ])('%o: %s as %s', (mask, text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  it('has what is known, and no address', () => {
    expect(
      maskPerson({
        email: 'ada@mail.example',
        billingAddress: { line1: 'Rua das Flores 1', city: 'Recife', country: 'BR' },
      }),
    ).toEqual({ email: 'a•••@mail.example' })
    expect(maskPerson({})).toEqual({})
  })

  it('hides how long the hidden part is', () => {
    const local = fc.stringMatching(/^[a-z]{1,40}$/)
    fc.assert(
      fc.property(local, local, (one, other) => {
        const [first, second] = [maskEmail(`a${one}@x.example`), maskEmail(`a${other}@x.example`)]
        expect(first).toBe(second)
      }),
    )
  })

  it('shows three of the digits of a tax id, four of a phone', () => {
    const shown = (text: string) => text.replaceAll(/[^0-9A-Z]/g, '').length
    fc.assert(
      fc.property(fc.stringMatching(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/), (taxId) => {
        expect(shown(maskTaxId(taxId))).toBe(3)
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (phone) => {
        expect(shown(maskPhone(phone).replace('+55 ', ''))).toBeLessThanOrEqual(4)
      }),
    )
  })
})
