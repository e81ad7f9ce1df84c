import type { PageCheckout } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import { firstMethod } from '../../../domain/methods/methods.ts'
import type { FieldName, FieldValues } from './required-fields.ts'
import { formatField } from './formats.ts'
import { showPhone } from './phone.ts'

/**
 * What the shopper has typed so far, but for the card. Lives in memory only, above the form, so that a decline, another way to pay and
 * back again lose nothing.
 */
export interface Draft {
  method: PaymentMethod
  values: FieldValues
}

export function newDraft({ methods, payment, customer, merchant }: PageCheckout): Draft {
  const isTriedMethodOffered = payment !== null && methods.includes(payment.method)
  const address = customer.billingAddress
  const country = address?.country ?? merchant.country
  return {
    method: isTriedMethodOffered ? payment.method : firstMethod(methods),
    values: asWritten({
      installments: String(payment?.installments ?? 1),
      email: customer.email ?? '',
      name: customer.name ?? '',
      'tax-id': customer.taxId ?? '',
      phone: showPhone(customer.phone ?? '', country),
      country,
      'postal-code': address?.postalCode ?? '',
      'address-line1': address?.line1 ?? '',
      'address-line2': address?.line2 ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    }),
  }
}

/** The shop's values as the fields write them. */
function asWritten(values: FieldValues): FieldValues {
  const written = Object.entries(values) as [FieldName, string][]
  return Object.fromEntries(written.map(([name, text]) => [name, formatField(name, text, values)]))
}
