import { describe, expect, it } from 'vitest'
import type { FieldName, FieldValues } from './required-fields.ts'
import { errorOf } from './validate-field.ts'

function error(name: FieldName, text: string, values: FieldValues = {}) {
  return errorOf({ name, required: true }, { ...values, [name]: text })
}

describe('errorOf', () => {
  const right: [FieldName, string, FieldValues?][] = [
    ['email', 'ana+shop@sub.example.com'],
    ['phone', '(11) 99876-5432', { country: 'BR' }],
    ['phone', '912 345 678', { country: 'PT' }],
    ['phone', '+351 912 345 678'],
    ['tax-id', '529.982.247-25'],
    ['tax-id', '12.ABC.345/01DE-35'],
    ['postal-code', '01310-100', { country: 'BR' }],
    ['postal-code', 'SW1A 1AA', { country: 'GB' }],
    ['state', 'sao paulo', { country: 'BR' }],
    ['state', 'Lisboa', { country: 'PT' }],
  ]
  it.each(right)('%s: %s is valid', (name, text, values) => {
    expect(error(name, text, values)).toBeUndefined()
  })

  const wrong: [FieldName, string, string, FieldValues?][] = [
    ['email', 'ana@example', 'error.email.wrong'],
    ['phone', '99876-5432', 'error.phone.wrong', { country: 'BR' }],
    ['tax-id', '529.982.247-24', 'error.tax-id.wrong'],
    ['postal-code', '0131', 'error.postal-code.wrong', { country: 'BR' }],
    ['postal-code', '', 'error.postal-code.wrong', { country: 'BR' }],
    ['postal-code', '', 'error.postal-code.missing', { country: 'PT' }],
    ['state', 'Lisboa', 'error.state.missing', { country: 'BR' }],
    ['city', '', 'error.city.missing'],
  ]
  it.each(wrong)('%s: %s is invalid', (name, text, key, values) => {
    expect(error(name, text, values)).toBe(key)
  })

  it('accepts an empty optional field', () => {
    expect(errorOf({ name: 'phone', required: false }, {})).toBeUndefined()
  })
})
