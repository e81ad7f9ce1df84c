import { describe, expect, it } from 'vitest'
import type { FieldName, FieldValues } from './fields.ts'
import { errorOf } from './rules.ts'

const NOW = new Date('2026-11-20T19:42:07Z')

function error(name: FieldName, text: string, values: FieldValues = {}) {
  return errorOf({ name, required: true }, { ...values, [name]: text }, NOW)
}

describe('errorOf', () => {
  const right: [FieldName, string, FieldValues?][] = [
    ['card-number', '4242 4242 4242 4242'],
    ['card-number', '3782 822463 10005'],
    ['card-expiry', '11 / 26'],
    ['card-code', '123', { 'card-number': '4242' }],
    ['card-code', '1234', { 'card-number': '3782' }],
    ['card-code', '1234'],
    ['card-name', 'ANA SOUZA 3RD'],
    ['email', 'ana+shop@sub.example.com'],
    ['phone', '(11) 99876-5432'],
    ['phone', '+351 912 345 678'],
    ['tax-id', '529.982.247-25'],
    ['tax-id', '12.ABC.345/01DE-35'],
    ['postal-code', '01310-100', { country: 'BR' }],
    ['postal-code', 'SW1A 1AA', { country: 'GB' }],
  ]
  it.each(right)('%s: %s is right', (name, text, values) => {
    expect(error(name, text, values)).toBeUndefined()
  })

  const wrong: [FieldName, string, string, FieldValues?][] = [
    ['card-number', '4242 4242 4242 4241', 'error.card-number.wrong'],
    ['card-number', '4242', 'error.card-number.wrong'],
    ['card-expiry', '10 / 26', 'error.card-expiry.past'],
    ['card-expiry', '13', 'error.card-expiry.wrong'],
    ['card-code', '123', 'error.card-code.wrong', { 'card-number': '3782' }],
    ['card-code', '12', 'error.card-code.wrong'],
    ['card-name', '4242 4242 4242 4242', 'error.card-name.wrong'],
    ['email', 'ana@example', 'error.email.wrong'],
    ['phone', '99876-5432', 'error.phone.wrong'],
    ['tax-id', '529.982.247-24', 'error.tax-id.wrong'],
    ['postal-code', '0131', 'error.postal-code.wrong', { country: 'BR' }],
    ['card-number', ' ', 'error.card-number.missing'],
    ['city', '', 'error.city.missing'],
  ]
  it.each(wrong)('%s: %s is wrong', (name, text, key, values) => {
    expect(error(name, text, values)).toBe(key)
  })

  it('asks for nothing in a field that is optional', () => {
    expect(errorOf({ name: 'phone', required: false }, {}, NOW)).toBeUndefined()
  })
})
