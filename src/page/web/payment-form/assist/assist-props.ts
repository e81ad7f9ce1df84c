import type { FieldErrors } from '../validate-field.ts'
import type { FieldValues } from '../required-fields.ts'

export interface AssistProps {
  values: FieldValues
  errors: FieldErrors
  setErrors: (errors: FieldErrors) => void
  /** Sets values programmatically. */
  write: (values: FieldValues) => void
  /** The path to which a CEP is appended to look up its address; undefined when the operator has no service for it. */
  postalCodesPath: string | undefined
}

/** The props of a component that helps with one field. */
export interface HelpProps {
  values: FieldValues
  /** Sets some fields, and clears their errors. */
  fill: (changes: FieldValues) => void
}
