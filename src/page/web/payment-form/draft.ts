import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { firstMethod } from '#domain/methods/methods.ts'
import { regionsOf } from '#domain/regions.ts'
import type { FieldName, FieldValues } from './required-fields.ts'
import { formatField } from './formats.ts'
import { phoneToSend, showPhone } from './phone.ts'
import { joinStreet, splitStreet } from './street-line.ts'

/**
 * The shopper's input, without the card. Kept in memory above the form, so that it survives a decline and a change of
 * method.
 */
export interface Draft {
  method: PaymentMethod
  values: FieldValues
}

export function newDraft({ methods, payment, customer, merchant }: PageCheckout): Draft {
  const isLastMethodOffered = payment !== null && methods.includes(payment.method)
  const address = customer.billingAddress
  const country = address?.country ?? merchant.country
  return {
    method: isLastMethodOffered ? payment.method : firstMethod(methods),
    values: asWritten({
      installments: String(payment?.installments ?? 1),
      email: customer.email ?? '',
      name: customer.name ?? '',
      'tax-id': customer.taxId ?? '',
      phone: showPhone(customer.phone ?? '', country),
      country,
      'postal-code': address?.postalCode ?? '',
      ...splitStreet(address?.line1 ?? '', country),
      'address-line2': address?.line2 ?? '',
      district: address?.district ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    }),
  }
}

/** The merchant's prefilled values, formatted. */
function asWritten(values: FieldValues): FieldValues {
  const written = Object.entries(values) as [FieldName, string][]
  return Object.fromEntries(written.map(([name, text]) => [name, formatField(name, text, values)]))
}

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
    ...splitStreet(joinStreet(values['address-line1'], values['street-number']), country),
    district: '',
    ...(hasOtherStates && { state: '' }),
  }
}
