import type { PageCheckout } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { Terms } from '../../receipt/price.ts'
import type { Draft } from './draft.ts'
import type { FieldValues } from './required-fields.ts'

/** The chosen number of installments. */
export function installmentsOf({ installments }: FieldValues): number {
  return Number(installments ?? 1)
}

/** The terms of the chosen method: a plan of installments, or its discount; `null` when it costs what the order does. */
export function chosenTerms(checkout: PageCheckout, { method, values }: Draft): Terms | null {
  const plan = METHODS[method].takesInstallments
    ? checkout.installments?.find(({ count }) => count === installmentsOf(values))
    : null
  return plan ?? checkout.methodDiscounts?.[method] ?? null
}
