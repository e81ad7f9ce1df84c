import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldName } from '#contract/form-fields.ts'
import { recoveryCodeDigits } from '#domain/dashboard/recovery-code.ts'
import { interpretFind } from '#domain/find-query.ts'
import { formatAsTyped } from '#domain/format-as-typed.ts'
import { readAmountIn, readTypedAmount } from '#domain/typed-amount.ts'
import { formatCardField } from '#page/card-frame/card-fields.ts'
import type { CardField } from '#page/card-frame/protocol.ts'
import { formatField } from '#page/web/payment-form/formats.ts'
import { errorOf } from '#page/web/payment-form/validate-field.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { readTypedAmount as readInPayerApp } from '#sandbox/fakes/api-pix/page/read-typed-amount.ts'

const BRAZIL = { country: 'BR' }
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The digits that are zeros, as the standard's library sorts them. */
const ZEROS = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter(
  (sign) => /\p{Nd}/u.test(sign) && compare(sign, '0') === 0,
)

function inScript(text: string, zero: string): string {
  const code = Number(zero.codePointAt(0))
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(code + Number(digit)))
}

/** Types a text, one character after another, into a field with a mask. */
function type(text: string, format: (text: string) => string): string {
  let shown = { text: '', caret: 0 }
  for (const sign of text) {
    const { text: before, caret } = shown
    const typed = before.slice(0, caret) + sign + before.slice(caret)
    shown = formatAsTyped(before, { text: typed, caret: caret + sign.length }, '', format)
  }
  return shown.text
}

const ofPage: [FieldName, typed: string][] = [
  ['tax-id', '529.982.247-25'],
  ['tax-id', '12.ABC.345/01DE-35'],
  ['postal-code', '01310-100'],
  ['phone', '(11) 99876-5432'],
  ['phone', '+55 11 99876-5432'],
]
const ofCard: [CardField, typed: string][] = [
  ['card-number', '4242 4242 4242 4242'],
  ['card-expiry', '08/29'],
  ['card-code', '123'],
]

/** Each reading of a text that is typed or pasted as a whole. */
const READINGS: Record<string, [read: (text: string) => unknown, texts: string[]]> = {
  find: [
    (text) => {
      const meaning = interpretFind(text)
      // An order's reference may be written so, and is looked for as it was typed.
      const asText = new Set(['order', 'processorReference', 'merchantName'])
      return meaning.isSearchable
        ? meaning.readings.filter(({ kind }) => !asText.has(kind))
        : meaning.as
    },
    [
      '529.982.247-25',
      '(11) 99876-5432',
      '4242 4242 4242 4242',
      'final 4242 259,90',
      'R$ 1.234,56',
      'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye',
    ],
  ],
  amount: [readTypedAmount, ['259,90', '1,234.56 USD']],
  refund: [(text) => readAmountIn(text, { exponent: 2, decimalSign: ',' }), ['R$ 1.234,56', '80']],
  'recovery code': [recoveryCodeDigits, ['0123-4567-89AB-CDEF-GHJK-MNPQ']],
  "payer's amount": [readInPayerApp, ['25,90']],
}

describe('F-2: digits of every script in every masked field', () => {
  it('knows each decimal digit of Unicode', () => {
    const digits = ZEROS.flatMap((zero) => Array.from(inScript('0123456789', zero)))
    const known = Array.from({ length: 0x110000 }, (_, code) => code).filter(
      (code) => (code < 0xd800 || code > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(code)),
    )
    expect(new Set(digits)).toEqual(new Set(known.map((code) => String.fromCodePoint(code))))
  })

  it.each(ofPage)('F-2: %s, typed as %s', (name, typed) => {
    const format = (text: string) => formatField(name, text, BRAZIL)
    const valueIn = (zero: string) => type(inScript(typed, zero), format)
    expect(ZEROS.map(valueIn)).toEqual(ZEROS.map(() => type(typed, format)))
    // As after an input method that composes, or in the form without script, which has no mask.
    const errors = ZEROS.map((zero) =>
      errorOf({ name, required: true }, { ...BRAZIL, [name]: inScript(typed, zero) }),
    )
    expect(new Set(errors)).toEqual(new Set([undefined]))
  })

  it.each(ofCard)('F-2: %s, typed as %s', (field, typed) => {
    const format = (text: string) => formatCardField(field, text, '4242')
    const valueIn = (zero: string) => type(inScript(typed, zero), format)
    expect(type(typed, format)).not.toBe('')
    expect(ZEROS.map(valueIn)).toEqual(ZEROS.map(() => type(typed, format)))
  })

  it.each(Object.entries(READINGS))('F-2: %s', (_, [read, texts]) => {
    for (const text of texts) {
      const meant = read(text)
      expect(meant).not.toEqual([])
      expect(ZEROS.map((zero) => read(inScript(text, zero)))).toEqual(ZEROS.map(() => meant))
    }
  })

  it('F-2: digits of several scripts in one text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...ZEROS), { minLength: 16, maxLength: 16 }),
        (zeros) => {
          const digits = Array.from('4242424242424242', (digit, at) =>
            inScript(digit, zeros[at] ?? '0'),
          )
          expect(formatCardField('card-number', digits.join(''), '')).toBe('4242 4242 4242 4242')
        },
      ),
    )
  })

  describe('through the API', () => {
    let api: TestApi
    beforeAll(async () => {
      api = await startTestApi({ processor: createScriptedProcessor() })
    })
    afterAll(() => api.close())

    const SCRIPTS = ['٠', '०', '０', '\u{1E950}']
    const billingAddress = { line1: 'Rua A, 1', city: 'São Paulo', state: 'SP', country: 'BR' }
    const written = (zero: string) => ({
      email: 'ana@example.com',
      taxId: inScript('529.982.247-25', zero),
      phone: inScript('+5511998765432', zero),
      billingAddress: { ...billingAddress, postalCode: inScript('01310-100', zero) },
    })
    const stored = {
      phone: '+5511998765432',
      billingAddress: { ...billingAddress, postalCode: '01310-100' },
    }

    it.each(SCRIPTS)('F-2: a session whose customer has digits like %s', async (zero) => {
      const { session } = await createTestSession(api, { customer: written(zero) })
      expect(session.customer).toMatchObject({ ...stored, taxId: '529.982.247-25' })
    })

    it.each(SCRIPTS)('F-2: a payment whose customer has digits like %s', async (zero) => {
      const open = await createTestSession(api)
      expect((await open.pay({ method: 'pix', customer: written(zero) })).status).toBe(200)
      expect((await open.read()).customer).toMatchObject({ ...stored, taxId: '52998224725' })
    })
  })
})
