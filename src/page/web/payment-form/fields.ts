import type { PageCheckout } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import { isPostalCodeRequired } from './postal-codes.ts'
import { statesOf } from './states.ts'

/** The fields of the form, without those of the card, which are not on this page; each is also the id of its control. */
export type FieldName =
  | 'installments'
  | 'email'
  | 'name'
  | 'tax-id'
  | 'phone'
  | 'country'
  | 'postal-code'
  | 'address-line1'
  | 'address-line2'
  | 'city'
  | 'state'

/** What stands in each field, as the shopper sees it. */
export type FieldValues = Partial<Record<FieldName, string>>

export interface WantedField {
  name: FieldName
  required: boolean
}

/** In the order of the page, after the country. */
const OF_ADDRESS = ['postal-code', 'address-line1', 'address-line2', 'city', 'state'] as const

/** What the shopper is asked for when paying by `method`, in the order of the page. */
export function wantedFields(
  checkout: PageCheckout,
  method: PaymentMethod,
  values: FieldValues,
): WantedField[] {
  const { collect } = checkout
  const wanted: WantedField[] = []
  const want = (name: FieldName, required: boolean) => wanted.push({ name, required })
  const isBoleto = method === 'boleto'
  const ofPayer = ['name', 'tax-id'] as const

  // In the panel of the method, above what every method asks for.
  for (const name of ofPayer) if (isBoleto && isOnlyForBoleto(checkout, name)) want(name, true)
  if (collect.email !== 'hidden') want('email', collect.email === 'required')
  for (const name of ofPayer) {
    const asked = name === 'name' ? collect.name : collect.taxId
    if (asked !== 'hidden') want(name, asked === 'required' || isBoleto)
  }
  if (collect.phone !== 'hidden') want('phone', collect.phone === 'required')
  if (collect.billingAddress !== 'hidden') {
    const begun = OF_ADDRESS.some((name) => values[name]?.trim())
    const required = collect.billingAddress === 'required' || begun
    want('country', required)
    for (const name of OF_ADDRESS) want(name, required && isPartOf(values.country, name))
  }
  return wanted
}

/** Whether an address of the country is not complete without this. */
function isPartOf(country: string | undefined, name: (typeof OF_ADDRESS)[number]): boolean {
  switch (name) {
    case 'postal-code':
      return isPostalCodeRequired(country)
    case 'address-line1':
    case 'city':
      return true
    case 'address-line2':
      return false
    case 'state':
      return statesOf(country) !== undefined
  }
}

/** A boleto must bear the payer's name and tax number: then they are asked for even if the shop does not want them. */
export function isOnlyForBoleto({ collect }: PageCheckout, name: 'name' | 'tax-id'): boolean {
  return (name === 'name' ? collect.name : collect.taxId) === 'hidden'
}
