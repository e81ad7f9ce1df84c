import type { CreatePaymentInput } from '#contract/checkout.ts'
import type { PageCheckout, PageForm } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { CHARGES } from '../methods/charges.ts'
import { shopperOf } from '../payment-form/create-payment.ts'
import { newDraft } from '../payment-form/draft.ts'
import { type FieldValues, wantedFields } from '../payment-form/required-fields.ts'
import type { FieldErrors } from '../payment-form/validate-field.ts'
import { errorsIn } from '../payment-form/validate-field.ts'

type Sent = Pick<PageForm, 'method' | 'values'>

/** The form's values: as submitted, or prefilled from the session. */
export function valuesOf(checkout: PageCheckout, { values }: Sent): FieldValues {
  return values === null
    ? newDraft(checkout).values
    : { country: checkout.merchant.country, ...values }
}

/** Validation errors of a submitted form; none before the first submit. */
export function errorsOfSent(checkout: PageCheckout, sent: Sent): FieldErrors {
  if (sent.values === null) return {}
  const { method } = sent
  const values = valuesOf(checkout, sent)
  return Object.fromEntries(errorsIn(wantedFields(checkout, method, values), values))
}

/** The payment request body of a submitted form; `null` when invalid. */
export function readForm(checkout: PageCheckout, sent: Sent): CreatePaymentInput | null {
  const { method } = sent
  if (!METHODS[method].hasPlainForm || sent.values === null) return null
  if (Object.keys(errorsOfSent(checkout, sent)).length > 0) return null
  const values = valuesOf(checkout, sent)
  const asked = new Set(wantedFields(checkout, method, values).map(({ name }) => name))
  return { ...CHARGES[method](values, null), ...shopperOf(values, asked) }
}
