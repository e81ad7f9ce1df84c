import type { PageCheckout } from '../../contract/page.ts'
import type { PaymentMethod } from '../../contract/payment.ts'

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

const REQUIRED_OF_ADDRESS = ['postal-code', 'address-line1', 'city'] as const
const OPTIONAL_OF_ADDRESS = ['address-line2', 'state'] as const

/** What the shopper is asked for when paying by `method`, in the order of the page. */
export function wantedFields(
  { collect }: PageCheckout,
  method: PaymentMethod,
  values: FieldValues,
): WantedField[] {
  const wanted: WantedField[] = []
  const want = (name: FieldName, required: boolean) => wanted.push({ name, required })

  if (collect.email !== 'hidden') want('email', collect.email === 'required')
  const isBoleto = method === 'boleto'
  if (collect.name !== 'hidden' || isBoleto) want('name', collect.name === 'required' || isBoleto)
  if (collect.taxId !== 'hidden' || isBoleto) {
    want('tax-id', collect.taxId === 'required' || isBoleto)
  }
  if (collect.phone !== 'hidden') want('phone', collect.phone === 'required')
  if (collect.billingAddress !== 'hidden') {
    const begun = [...REQUIRED_OF_ADDRESS, ...OPTIONAL_OF_ADDRESS].some((name) =>
      values[name]?.trim(),
    )
    const required = collect.billingAddress === 'required' || begun
    for (const name of ['country', ...REQUIRED_OF_ADDRESS] as const) want(name, required)
    for (const name of OPTIONAL_OF_ADDRESS) want(name, false)
  }
  return wanted
}

/** A boleto must bear the payer's name and tax number: then they are asked for even if the shop does not want them. */
export function isOnlyForBoleto({ collect }: PageCheckout, name: 'name' | 'tax-id'): boolean {
  return (name === 'name' ? collect.name : collect.taxId) === 'hidden'
}
