import { useState } from 'react'
import type { CardField } from '../../card-frame/protocol.ts'
import type { FieldName } from './required-fields.ts'
import type { FieldErrors } from './form-context.ts'

/** What the last press of the button came to. */
export interface Outcome {
  /** Grows with every press that has come to something. */
  count: number
  hasFailed: boolean
  /** The fields that were not accepted. */
  errors: FieldErrors
}

/** What is wrong on the page's own fields, and which fields the last press found wrong; a new outcome replaces both. */
export function useErrors(outcome: Outcome) {
  const [count, setCount] = useState(outcome.count)
  const [errors, setErrors] = useState(outcome.errors)
  const [summary, setSummary] = useState<readonly (CardField | FieldName)[]>([])
  if (count !== outcome.count) {
    setCount(outcome.count)
    setErrors(outcome.errors)
    setSummary([])
  }
  return { errors, setErrors, summary, setSummary }
}
