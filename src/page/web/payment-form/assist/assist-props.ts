import type { FieldErrors } from '../form-context.ts'
import type { FieldValues } from '../required-fields.ts'

export interface AssistProps {
  values: FieldValues
  errors: FieldErrors
  setErrors: (errors: FieldErrors) => void
  /** Sets values programmatically. */
  write: (values: FieldValues) => void
  /** The path before a CEP of which the operator's service gives the address; undefined: none does. */
  postalCodesPath: string | undefined
}

/** What helps with one field. */
export interface HelpProps {
  values: FieldValues
  /** Sets some fields, and clears their errors. */
  fill: (changes: FieldValues) => void
}
