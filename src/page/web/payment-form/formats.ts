import { digitsOf } from '#domain/ascii-digits.ts'
import { formatTaxId, normalizeTaxId } from '#domain/tax-id.ts'
import type { FieldName, FieldValues } from './required-fields.ts'
import { formatPhone } from './phone.ts'
import { regionCode } from '#domain/regions.ts'

const TAX_ID_CHARACTERS_MAX = 14
const CEP_DIGITS = 8

/** The input mask of each field; most have none. */
export function formatField(name: FieldName, text: string, values: FieldValues): string {
  switch (name) {
    case 'tax-id':
      return formatTaxId(normalizeTaxId(text).slice(0, TAX_ID_CHARACTERS_MAX))
    case 'phone':
      return formatPhone(text, values.country ?? '')
    case 'postal-code':
      return values.country === 'BR' ? formatCep(text) : text
    case 'state':
      return regionCode(text, values.country)
    case 'installments':
    case 'email':
    case 'name':
    case 'country':
    case 'address-line1':
    case 'street-number':
    case 'address-line2':
    case 'district':
    case 'city':
      return text
  }
}

function formatCep(text: string): string {
  return digitsOf(text)
    .slice(0, CEP_DIGITS)
    .replace(/^(\d{5})(\d)/, '$1-$2')
}
