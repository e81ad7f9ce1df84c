import { createContext, use } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import type { CardFrameHandle } from '../card/use-card-frame.ts'
import type { CountryNames } from '../page-data.ts'
import type { FieldName, FieldValues, WantedField } from './required-fields.ts'
import type { FieldErrors } from './validate-field.ts'

export interface FormState {
  checkout: PageCheckout
  /** Initial values; the inputs are uncontrolled. */
  initialValues: FieldValues
  /** The values of the choice whose price is shown. */
  priced: FieldValues
  errors: FieldErrors
  /** `null` without JavaScript, where cards are not possible. */
  card: CardFrameHandle | null
  countries: CountryNames
  /** The address's current country; undefined without JavaScript, where it is not tracked. */
  country: string | undefined
  /** In the order of the page. */
  wanted: readonly WantedField[]
  /** Enter submits here; undefined when the card's fields come last. */
  lastField: FieldName | undefined
  /** Without JavaScript: controls have names for the native submit, and ids that differ from the other form's. */
  isSentByBrowser?: boolean
}

export const FormContext = createContext<FormState | null>(null)

export function useFormState(): FormState {
  const state = use(FormContext)
  if (state === null) throw new Error('useFormState outside of a PaymentForm')
  return state
}
