import type { FieldValues } from './required-fields.ts'
import { formatField } from './formats.ts'
import { phoneToSend, showPhone } from './phone.ts'
import { regionsOf } from '#domain/regions.ts'

/** The field values after the address's country changed. A Brazilian phone number stays the same. */
export function changeCountry(values: FieldValues, country: string): FieldValues {
  const moved = { ...values, country }
  const phone = values.phone ?? ''
  const hasOtherStates =
    country !== values.country && (regionsOf(values.country) ?? regionsOf(country)) !== undefined
  return {
    ...moved,
    phone: showPhone(phoneToSend(phone, values.country ?? '') ?? phone, country),
    'postal-code': formatField('postal-code', values['postal-code'] ?? '', moved),
    ...(hasOtherStates && { state: '' }),
  }
}
