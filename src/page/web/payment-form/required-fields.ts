import type { FieldName } from '#contract/form-fields.ts'
import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { isPostalCodeRequired } from './postal-codes.ts'
import { regionsOf } from '#domain/regions.ts'

export type { FieldName }

/** The displayed text of each field. */
export type FieldValues = Partial<Record<FieldName, string>>

export interface WantedField {
  name: FieldName
  required: boolean
}

type FieldOfPayer = 'name' | 'tax-id'

/** In the order of the page. */
const OF_PAYER: readonly FieldOfPayer[] = ['name', 'tax-id']
const COLLECTED_AS = { name: 'name', 'tax-id': 'taxId' } as const

/** In the order of the page, after the country. */
const OF_ADDRESS = [
  'postal-code',
  'address-line1',
  'street-number',
  'address-line2',
  'district',
  'city',
  'state',
] as const

/** The fields to show for a payment by `method`, in the order of the page. */
export function wantedFields(
  checkout: PageCheckout,
  method: PaymentMethod,
  values: FieldValues,
): WantedField[] {
  const { collect } = checkout
  const wanted: WantedField[] = []
  const want = (name: FieldName, required: boolean) => wanted.push({ name, required })
  const { needs } = METHODS[method]

  if (collect.email !== 'hidden') want('email', collect.email === 'required')
  for (const name of OF_PAYER) {
    const field = COLLECTED_AS[name]
    const asked = collect[field]
    if (asked !== 'hidden') want(name, asked === 'required' || needs.includes(field))
  }
  if (collect.phone !== 'hidden') want('phone', collect.phone === 'required')
  // In the method's panel, below the fields of all methods.
  for (const name of neededFields(checkout, method)) want(name, true)
  if (collect.billingAddress !== 'hidden') {
    const begun = OF_ADDRESS.some((name) => values[name]?.trim())
    const required = collect.billingAddress === 'required' || begun
    want('country', required)
    for (const name of OF_ADDRESS) want(name, required && isPartOf(values, name))
  }
  return wanted
}

/** Whether an address of the country requires this field. */
function isPartOf(values: FieldValues, name: (typeof OF_ADDRESS)[number]): boolean {
  const { country, 'address-line1': street = '' } = values
  switch (name) {
    case 'postal-code':
      return isPostalCodeRequired(country)
    case 'address-line1':
    case 'city':
      return true
    case 'street-number':
      // A browser fills in the number with its street.
      return country === 'BR' && !/\d|s\/n/i.test(street)
    case 'address-line2':
    case 'district':
      return false
    case 'state':
      return regionsOf(country) !== undefined
  }
}

/** The shopper's fields that the method requires although the merchant does not collect them. */
export function neededFields(checkout: PageCheckout, method: PaymentMethod): FieldOfPayer[] {
  const { needs } = METHODS[method]
  return OF_PAYER.filter((name) => needs.includes(COLLECTED_AS[name]) && isHidden(checkout, name))
}

/** Whether the field stands above the methods. */
export function isAboveMethods(checkout: PageCheckout, name: FieldName): boolean {
  if (name === 'name' || name === 'tax-id') return !isHidden(checkout, name)
  return name === 'email' || name === 'phone'
}

/** Whether the merchant does not collect the field. */
export function isHidden({ collect }: PageCheckout, name: FieldOfPayer): boolean {
  return collect[COLLECTED_AS[name]] === 'hidden'
}
