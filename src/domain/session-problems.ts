import type { FieldProblem } from '#contract/problem.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { CreateSession } from '#contract/session.ts'
import { isCurrency } from './currency.ts'
import {
  canBeHeld,
  takesAmount,
  takesCurrency,
  type Asked,
  type HasAccount,
} from './methods/default-methods.ts'
import { METHODS } from './methods/methods.ts'
import { taxIdKind } from './tax-id.ts'

/** Validation beyond the schema: currencies and amounts, what each method takes, and check digits of the tax id. */
export function problemsOfSession(
  body: { paymentMethods: readonly PaymentMethod[] } & Pick<CreateSession, 'customer'>,
  asked: Asked,
  hasAccount: HasAccount = () => true,
): FieldProblem[] {
  const { currency } = asked
  const errors: FieldProblem[] = []
  if (!isCurrency(currency))
    errors.push({
      path: 'currency',
      code: 'unknown_currency',
      message: 'is not a currency of ISO 4217',
    })
  for (const [index, method] of body.paymentMethods.entries()) {
    const { currencies } = METHODS[method]
    if (!takesCurrency(method, currency))
      errors.push({
        path: `paymentMethods.${index}`,
        code: 'unsupported_currency',
        message: `${method} takes ${[currencies].flat().join(', ')} only; send paymentMethods without it`,
      })
    else if (!takesAmount(method, asked))
      errors.push({
        path: `paymentMethods.${index}`,
        code: 'too_big',
        message: `${method} does not carry such an amount; send paymentMethods without it`,
      })
    else if (!canBeHeld(method, asked))
      errors.push({
        path: `paymentMethods.${index}`,
        code: 'unsupported_method',
        message: `${method} takes the money at once; with captureMethod manual send paymentMethods without it`,
      })
    else if (!hasAccount(method))
      errors.push({
        path: `paymentMethods.${index}`,
        code: 'unsupported_method',
        message: `no processor's account takes ${method} here; send paymentMethods without it`,
      })
  }
  if (body.paymentMethods.length === 0 && asked.captureMethod === 'manual')
    errors.push({
      path: 'captureMethod',
      code: 'unsupported_method',
      message: 'no payment method of the merchant holds the amount; send paymentMethods',
    })
  else if (body.paymentMethods.length === 0)
    errors.push({
      path: 'currency',
      code: 'unsupported_currency',
      message:
        'no payment method of the merchant takes it and the amount; send paymentMethods, or another currency',
    })
  const taxId = body.customer?.taxId
  if (taxId !== undefined && taxIdKind(taxId) === undefined)
    errors.push({
      path: 'customer.taxId',
      code: 'invalid_tax_id',
      message: 'is not a valid CPF or CNPJ',
    })
  return errors
}
