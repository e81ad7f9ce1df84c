import { EMAIL_ADDRESS } from '#contract/email-address.ts'
import { isAtMost, isPlain, isVisible } from '#contract/plain-text.ts'
import {
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  POSTAL_CODE_LENGTH_MAX,
  STATE_LENGTH_MAX,
  TAX_ID_LENGTH_MAX,
} from '#contract/text-lengths.ts'
import { readCep } from '#domain/cep.ts'
import type { PageProblem } from '#contract/page.ts'
import { taxIdKind } from '#domain/tax-id.ts'
import type { WordKey } from '#words/words.ts'
import type { FieldName, FieldValues, WantedField } from './required-fields.ts'
import { phoneToSend } from './phone.ts'
import { isRegion } from '#domain/regions.ts'

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
  if (name === 'street-number') return 'error.address-line1.missing'
  return name === 'installments' || name === 'address-line2' || name === 'district'
    ? 'error.refused'
    : `error.${name}.missing`
}

function errorOfText(name: FieldName, text: string, values: FieldValues): ErrorKey | undefined {
  switch (name) {
    case 'email':
      return EMAIL_ADDRESS.test(text) && text.length <= EMAIL_LENGTH_MAX
        ? undefined
        : 'error.email.wrong'
    case 'phone':
      return phoneToSend(text, values.country ?? '') === undefined ? 'error.phone.wrong' : undefined
    case 'tax-id':
      return taxIdKind(text) === undefined || text.length > TAX_ID_LENGTH_MAX
        ? 'error.tax-id.wrong'
        : undefined
    case 'postal-code':
      return values.country === 'BR' && readCep(text) === undefined
        ? 'error.postal-code.wrong'
        : errorOfPlain(text, POSTAL_CODE_LENGTH_MAX)
    case 'state':
      return isRegion(text, values.country)
        ? errorOfPlain(text, STATE_LENGTH_MAX)
        : 'error.state.missing'
    case 'name':
    case 'address-line1':
    case 'street-number':
    case 'address-line2':
    case 'district':
    case 'city':
      return errorOfPlain(text, NAME_LENGTH_MAX)
    case 'installments':
    case 'country':
      return undefined
  }
}

/** The rule of the API's `plainText`. */
function errorOfPlain(text: string, lengthMax: number): ErrorKey | undefined {
  return isAtMost(text, lengthMax) && isPlain(text) && isVisible(text) ? undefined : 'error.text'
}

/** By the last part of a path, as of `customer.billingAddress.line1`. */
const FIELDS: Partial<Record<string, FieldName>> = {
  email: 'email',
  name: 'name',
  phone: 'phone',
  taxId: 'tax-id',
  country: 'country',
  postalCode: 'postal-code',
  line1: 'address-line1',
  line2: 'address-line2',
  district: 'district',
  city: 'city',
  state: 'state',
  installments: 'installments',
}

/** The fields that the server refused although they passed the page's validation. */
export function refusedFields({ errors = [] }: PageProblem): FieldErrors {
  const refused: FieldErrors = {}
  for (const { path } of errors) {
    const name = FIELDS[path.slice(path.lastIndexOf('.') + 1)]
    // Only the server knows the phone numbers of every country.
    if (name !== undefined) refused[name] = name === 'phone' ? 'error.phone.wrong' : 'error.refused'
  }
  return refused
}
