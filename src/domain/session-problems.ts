import type { FieldError } from '../contract/problem.ts'
import type { CreateSession } from '../contract/session.ts'
import { isCurrency } from './currency.ts'
import { METHODS } from './methods/methods.ts'
import { taxIdKind } from './tax-id.ts'

/** Validation beyond the schema: currencies, what each method takes, and check digits of the tax id. */
export function problemsOfSession(
  body: Pick<CreateSession, 'paymentMethods' | 'customer'>,
  currency: string,
): FieldError[] {
  const errors: FieldError[] = []
  if (!isCurrency(currency))
    errors.push({
      path: 'currency',
      code: 'unknown_currency',
      message: 'is not a currency of ISO 4217',
    })
  for (const [index, method] of body.paymentMethods.entries()) {
    const { currencies } = METHODS[method]
    if (currencies !== 'any' && !currencies.includes(currency))
      errors.push({
        path: `paymentMethods.${index}`,
        code: 'unsupported_currency',
        message: `${method} takes ${currencies.join(', ')} only; send paymentMethods without it`,
      })
  }
  const taxId = body.customer?.taxId
  if (taxId !== undefined && taxIdKind(taxId) === undefined)
    errors.push({
      path: 'customer.taxId',
      code: 'invalid_tax_id',
      message: 'is not a valid CPF or CNPJ',
    })
  return errors
}
