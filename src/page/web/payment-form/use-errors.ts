import { useState } from 'react'
import type { CardField } from '../../card-frame/protocol.ts'
import type { FieldName } from './required-fields.ts'
import type { FieldErrors } from './form-context.ts'

/** The result of the last submit. */
export interface Outcome {
  /** Increases with every completed submit. */
  count: number
  hasFailed: boolean
  /** The fields that the server refused. */
  errors: FieldErrors
}

/** The page's field errors, and the summary of the last submit; a new outcome replaces both. */
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
