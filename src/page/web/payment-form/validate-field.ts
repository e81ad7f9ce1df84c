import { taxIdKind } from '#domain/tax-id.ts'
import type { WordKey } from '#words/words.ts'
import { digitsOf } from './digits-of.ts'
import type { FieldName, FieldValues, WantedField } from './required-fields.ts'
import { toPhoneNumber } from './phone.ts'
import { regionCode, regionsOf } from './regions.ts'

/** The key of an error message. */
export type ErrorKey = Exclude<Extract<WordKey, `error.${string}`>, 'error.summary'>

export type FieldErrors = { [Name in FieldName]?: ErrorKey | undefined }

/** The field's validation error, or undefined. */
export function errorOf(
  { name, required }: WantedField,
  values: FieldValues,
): ErrorKey | undefined {
  const text = values[name]?.trim() ?? ''
  if (text !== '') return errorOfText(name, text, values)
  return required ? missingKeyOf(name, values) : undefined
}

/** The validation errors of these fields, in their order. */
export function errorsIn(
  fields: readonly WantedField[],
  values: FieldValues,
): (readonly [FieldName, ErrorKey])[] {
  return fields.flatMap((field) => {
    const error = errorOf(field, values)
    return error === undefined ? [] : [[field.name, error] as const]
  })
}

function missingKeyOf(name: FieldName, { country }: FieldValues): ErrorKey {
  // Only Brazil's postal code has its own name and length here.
  if (name === 'postal-code' && country === 'BR') return 'error.postal-code.wrong'
  return name === 'installments' || name === 'address-line2'
    ? 'error.refused'
    : `error.${name}.missing`
}

function errorOfText(name: FieldName, text: string, values: FieldValues): ErrorKey | undefined {
  switch (name) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text) ? undefined : 'error.email.wrong'
    case 'phone':
      return toPhoneNumber(text, values.country ?? '') === undefined
        ? 'error.phone.wrong'
        : undefined
    case 'tax-id':
      return taxIdKind(text) === undefined ? 'error.tax-id.wrong' : undefined
    case 'postal-code':
      return values.country === 'BR' && digitsOf(text).length !== 8
        ? 'error.postal-code.wrong'
        : undefined
    case 'state':
      return isState(text, values.country) ? undefined : 'error.state.missing'
    case 'installments':
    case 'name':
    case 'country':
    case 'address-line1':
    case 'address-line2':
    case 'city':
      return undefined
  }
}

/** Accepts names, too: without JavaScript a state is typed even where there is a list. */
function isState(text: string, country: string | undefined): boolean {
  const states = regionsOf(country)
  return states === undefined || states.some(([code]) => code === regionCode(text, country))
}
