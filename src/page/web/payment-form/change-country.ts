import type { FieldValues } from './required-fields.ts'
import { formatField } from './formats.ts'
import { showPhone, toPhoneNumber } from './phone.ts'
import { regionsOf } from './regions.ts'

/** The field values after the address's country changed. The phone stays the same number. */
export function changeCountry(values: FieldValues, country: string): FieldValues {
  const moved = { ...values, country }
  const phone = values.phone ?? ''
  const hasOtherStates =
    country !== values.country && (regionsOf(values.country) ?? regionsOf(country)) !== undefined
  return {
    ...moved,
    phone: showPhone(toPhoneNumber(phone, values.country ?? '') ?? phone, country),
    'postal-code': formatField('postal-code', values['postal-code'] ?? '', moved),
    ...(hasOtherStates && { state: '' }),
  }
}
