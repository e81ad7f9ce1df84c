import { createContext, use } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import type { CardFrameHandle } from '../card/use-card-frame.ts'
import type { CountryNames } from '../page-data.ts'
import type { FieldName, FieldValues, WantedField } from './required-fields.ts'
import type { ErrorKey } from './validate-field.ts'

export type FieldErrors = { [Name in FieldName]?: ErrorKey | undefined }

export interface FormState {
  checkout: PageCheckout
  /** What the fields show at first; from then on each control keeps its own text. */
  initialValues: FieldValues
  errors: FieldErrors
  /** `null` without script, where nobody can pay by card. */
  card: CardFrameHandle | null
  countries: CountryNames
  /** Of the address, as it is chosen now; undefined in a form that cannot follow it. */
  country: string | undefined
  /** In the order of the page; the last one leads to the button. */
  wanted: readonly WantedField[]
  /** Without script: the controls have names to be sent by, and ids beside those of the other form. */
  isSentByBrowser?: boolean
}

export const FormContext = createContext<FormState | null>(null)

export function useFormState(): FormState {
  const state = use(FormContext)
  if (state === null) throw new Error('useFormState outside of a PaymentForm')
  return state
}
