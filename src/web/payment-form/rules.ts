import { brandOf, codeLengthOf, luhnValid, validateCardNumber } from '../../domain/card-number.ts'
import { isExpired, parseExpiry } from '../../domain/expiry.ts'
import { taxIdKind } from '../../domain/tax-id.ts'
import type { WordKey } from '../words/words.ts'
import type { FieldName, FieldValues, WantedField } from './fields.ts'
import { toPhoneNumber } from './phone.ts'

/** What is wrong with a field, as the sentence that says what to do. */
export type ErrorKey = Exclude<Extract<WordKey, `error.${string}`>, 'error.summary'>

/** The field's error, or undefined when it is right. */
export function errorOf(
  { name, required }: WantedField,
  values: FieldValues,
  now: Date,
): ErrorKey | undefined {
  const text = values[name]?.trim() ?? ''
  if (text !== '') return errorOfText(name, text, values, now)
  return required ? missingKeyOf(name) : undefined
}

function missingKeyOf(name: FieldName): ErrorKey {
  return name === 'installments' || name === 'address-line2'
    ? 'error.refused'
    : `error.${name}.missing`
}

function errorOfText(
  name: FieldName,
  text: string,
  values: FieldValues,
  now: Date,
): ErrorKey | undefined {
  switch (name) {
    case 'card-number':
      return isCardNumber(digitsOf(text)) ? undefined : 'error.card-number.wrong'
    case 'card-expiry':
      return errorOfExpiry(text, now)
    case 'card-code':
      return isSecurityCode(text, digitsOf(values['card-number'] ?? ''))
        ? undefined
        : 'error.card-code.wrong'
    case 'card-name':
      // A number typed here would travel as a name.
      return digitsOf(text).length > 4 ? 'error.card-name.wrong' : undefined
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text) ? undefined : 'error.email.wrong'
    case 'phone':
      return toPhoneNumber(text) === undefined ? 'error.phone.wrong' : undefined
    case 'tax-id':
      return taxIdKind(text) === undefined ? 'error.tax-id.wrong' : undefined
    case 'postal-code':
      return values.country === 'BR' && digitsOf(text).length !== 8
        ? 'error.postal-code.wrong'
        : undefined
    case 'installments':
    case 'name':
    case 'country':
    case 'address-line1':
    case 'address-line2':
    case 'city':
    case 'state':
      return undefined
  }
}

function isCardNumber(digits: string): boolean {
  const verdict = validateCardNumber(digits)
  return verdict === 'ok' || (verdict === 'unknown_brand' && luhnValid(digits))
}

function errorOfExpiry(text: string, now: Date): ErrorKey | undefined {
  const expiry = parseExpiry(text)
  if (expiry === undefined) return 'error.card-expiry.wrong'
  return isExpired(expiry, now) ? 'error.card-expiry.past' : undefined
}

function isSecurityCode(text: string, cardDigits: string): boolean {
  if (!/^\d+$/.test(text)) return false
  const brand = brandOf(cardDigits)
  if (brand === undefined) return text.length === 3 || text.length === 4
  return text.length === codeLengthOf(brand)
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
