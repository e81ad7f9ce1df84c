import type { PageProblem } from '#contract/page.ts'
import type { FieldName } from './required-fields.ts'
import type { FieldErrors } from './validate-field.ts'

const FIELD_OF_PATH: ReadonlyMap<string, FieldName> = new Map<string, FieldName>([
  ['customer.email', 'email'],
  ['customer.name', 'name'],
  ['customer.phone', 'phone'],
  ['customer.taxId', 'tax-id'],
  ['customer.billingAddress.country', 'country'],
  ['customer.billingAddress.postalCode', 'postal-code'],
  ['customer.billingAddress.line1', 'address-line1'],
  ['customer.billingAddress.line2', 'address-line2'],
  ['customer.billingAddress.city', 'city'],
  ['customer.billingAddress.state', 'state'],
  ['installments', 'installments'],
])

/** The fields that the server refused although they passed the page's validation. */
export function refusedFields({ errors = [] }: PageProblem): FieldErrors {
  const refused: FieldErrors = {}
  for (const { path } of errors) {
    const name = FIELD_OF_PATH.get(path)
    if (name !== undefined) refused[name] = 'error.refused'
  }
  return refused
}
