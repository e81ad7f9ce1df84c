import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeApiKey } from './api-key.ts'
import { encodeBase62 } from './base62.ts'
import { interpretFind, READINGS_MAX, type Reading } from './find-query.ts'
import { newId } from './id.ts'
import { formatTaxId, taxIdKind } from './tax-id.ts'
import { minorOf, readTypedAmount } from './typed-amount.ts'

function readingsOf(text: string): readonly Reading[] {
  const interpretation = interpretFind(text)
  if (!interpretation.isSearchable) throw new Error(`read as ${interpretation.as}`)
  return interpretation.readings
}

const kindsOf = (text: string) => readingsOf(text).map(({ kind }) => kind)

const REFERENCE = '5hJq2LwXz8RtVn0KbYc7MdF3GsPa9Te1U'
const SESSION = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const DIGITABLE_LINE = '00190000090312345678901234567893812340000025990'

describe('a text means only', () => {
  it.each<[string, Reading]>([
    [SESSION, { kind: 'id', prefix: 'cs', id: SESSION }],
    [` ${SESSION}\u200B`, { kind: 'id', prefix: 'cs', id: SESSION }],
    [REFERENCE, { kind: 'reference', reference: REFERENCE }],
    [`https://pay.example/c/${REFERENCE}?lang=pt`, { kind: 'reference', reference: REFERENCE }],
    [`https://pay.example/m/1/timeline#${SESSION}`, { kind: 'id', prefix: 'cs', id: SESSION }],
    [
      'E18236120202611211407s1f2g3h4i5J',
      { kind: 'endToEndId', endToEndId: 'E18236120202611211407s1f2g3h4i5J' },
    ],
    [
      // F-15
      'e12abc34d202611211407s1F2g3h4I5j',
      { kind: 'endToEndId', endToEndId: 'E12abc34d202611211407s1F2g3h4I5j' },
    ],
    ['Ada@Mail.Example', { kind: 'email', email: 'ada@mail.example' }],
  ])('%j', (text, reading) => {
    expect(readingsOf(text)).toEqual([reading])
  })

  it('itself, for every id of every kind', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('cs', 'pay', 're', 'evt', 'dlv', 'key'),
        fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
        (prefix, at) => {
          const id = newId(prefix, at, (length) => new Uint8Array(length).fill(7))
          expect(readingsOf(` ${id} `)).toEqual([{ kind: 'id', prefix, id }])
        },
      ),
    )
  })
})

describe('a text may mean', () => {
  it.each<[string, Reading['kind'][]]>([
    ['123.456.789-09', ['taxId', 'order', 'processorReference']],
    ['12345678909', ['taxId', 'order', 'processorReference']],
    ['12.ABC.345/01DE-35', ['taxId', 'order', 'merchantName']],
    ['+55 11 99876-5432', ['phone', 'order']],
    ['(11) 99876-5432', ['phone', 'order']],
    ['4242 259,90', ['lastFour', 'order']],
    ['•••• 4242 R$ 259,90', ['lastFour', 'order', 'merchantName']],
    ['R$ 259,90', ['amount', 'order', 'merchantName']],
    ['1.234,56', ['amount', 'order']],
    ['1001', ['order', 'processorReference']],
    ['#A-1001', ['order', 'merchantName']],
    ['Norte Livros', ['order', 'merchantName']],
    ['8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e', ['merchantId', 'order', 'processorReference']],
    [DIGITABLE_LINE, ['slip', 'amount', 'order', 'processorReference']],
    [
      '00193812300000259900000009031234567890123456',
      ['slip', 'amount', 'order', 'processorReference'],
    ],
  ])('%j: %j', (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds)
  })

  it.each([
    ['(11) 99876-5432', '+5511998765432'],
    ['55 11 99876-5432', '+5511998765432'],
    ['+351 912 345 678', '+351912345678'],
  ])('a phone: %j', (text, phone) => {
    expect(readingsOf(text)).toContainEqual({ kind: 'phone', phone })
  })

  it('an order, with and without its number sign', () => {
    for (const typed of ['1001', '#1001', ' # 1001'])
      expect(readingsOf(typed)).toContainEqual(
        expect.objectContaining({
          kind: 'order',
          orderReferences: expect.arrayContaining(['1001', '#1001']) as string[],
        }),
      )
  })

  it('a tax id, however it is written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), fc.boolean(), (base, isFormatted) => {
        const ids = Array.from({ length: 100 }, (_, end) => base + String(end).padStart(2, '0'))
        const taxId = ids.find((one) => taxIdKind(one) === 'cpf')
        fc.pre(taxId !== undefined)
        const typed = isFormatted ? formatTaxId(taxId ?? '') : (taxId ?? '')
        expect(readingsOf(typed)[0]).toEqual({ kind: 'taxId', taxId })
      }),
    )
  })

  it('a slip, however it is spaced', () => {
    const spaced = DIGITABLE_LINE.replace(/^(.{5})(.{5})(.{5})/, '$1.$2 $3.')
    expect(readingsOf(spaced)[0]).toEqual({
      kind: 'slip',
      name: 'digitableLine',
      digits: DIGITABLE_LINE,
    })
  })
})

describe('what is not searched', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const around = fc.constantFrom('', ' ', 'key=', '"', 'Authorization: Bearer ')

  it('S-14: an API key, wherever it stands in the text, whole or cut', () => {
    fc.assert(
      fc.property(bytes, around, around, fc.nat(20), (random, before, after, cut) => {
        const key = makeApiKey('production', () => random)
        const text = before + key.slice(0, key.length - cut) + after
        expect(interpretFind(text)).toEqual({ isSearchable: false, as: 'api-key' })
      }),
    )
  })

  it('a webhook secret', () => {
    expect(interpretFind('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
      isSearchable: false,
      as: 'webhook-secret',
    })
  })

  it.each(['4242424242424242', '4242 4242 4242 4242', '5555-5555-5555-4444'])(
    'a card number: %s',
    (text) => {
      expect(interpretFind(text)).toEqual({ isSearchable: false, as: 'card-number' })
    },
  )
})

describe('every text', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^[\d .,()+#-]{0,50}$/),
    fc.uint8Array({ minLength: 24, maxLength: 24 }).map((random) => encodeBase62(random, 33)),
    fc.emailAddress(),
    fc.webUrl(),
    fc.uuid(),
    fc.constantFrom('', ' ', '#', '\u200B', 'https://', 'x'.repeat(5000)),
  )

  it('has at most six readings, none empty, each kind once', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const interpretation = interpretFind(text)
        if (!interpretation.isSearchable) return
        const { readings } = interpretation
        expect(readings.length).toBeLessThanOrEqual(READINGS_MAX)
        expect(new Set(readings.map(({ kind }) => kind)).size).toBe(readings.length)
        for (const reading of readings)
          expect(
            Object.values(reading)
              .flat()
              .every((value) => value !== ''),
          ).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('readTypedAmount', () => {
  it.each([
    ['259,90', '259.90', true],
    ['259.9', '259.9', true],
    ['R$ 1.234,56', '1234.56', true],
    ['1,234.56 USD', '1234.56', true],
    ['1.234', '1234', false],
    ['¥500', '500', true],
    ['007', '7', false],
  ])('%j is %s', (text, decimal, isMoney) => {
    expect(readTypedAmount(text)).toEqual({ decimal, isMoney })
  })

  it.each(['', '0', '0,00', 'abc', '12,345,6', '1.2.3', '12345678901', '-5'])(
    '%j is none',
    (text) => {
      expect(readTypedAmount(text)).toBeUndefined()
    },
  )

  it('has the minor units that were written, in every notation', () => {
    const minor = fc.integer({ min: 1, max: 999_999_999_999 })
    fc.assert(
      fc.property(minor, fc.constantFrom('pt-BR', 'en', 'de'), (amount, locale) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(
          amount / 100,
        )
        expect(minorOf(readTypedAmount(text)?.decimal ?? '', 2)).toBe(amount)
      }),
    )
  })

  it('has no minor units in a currency of fewer decimals', () => {
    expect([minorOf('259.90', 0), minorOf('259.00', 0), minorOf('259.90', 3)]).toEqual([
      undefined,
      259,
      259_900,
    ])
  })
})
