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
): ErrorKey | undefined {
  const text = values[name]?.trim() ?? ''
  if (text !== '') return errorOfText(name, text, values)
  return required ? missingKeyOf(name) : undefined
}

function missingKeyOf(name: FieldName): ErrorKey {
  return name === 'installments' || name === 'address-line2'
    ? 'error.refused'
    : `error.${name}.missing`
}

function errorOfText(name: FieldName, text: string, values: FieldValues): ErrorKey | undefined {
  switch (name) {
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

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
