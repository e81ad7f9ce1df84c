import { useState } from 'react'
import type { FoundErrors } from './check-form.ts'
import type { FieldErrors } from './validate-field.ts'

/** The result of the last submit. */
export interface Outcome {
  /** Increases with every completed submit. */
  count: number
  hasFailed: boolean
  /** The card was not sealed for this payment, or too long ago. */
  isSealRefused: boolean
  /** The fields that the server refused. */
  errors: FieldErrors
}

/**
 * The page's field errors, and the summary of the last submit; a new outcome replaces both. At first they are those of a
 * press before hydration.
 */
export function useErrors(outcome: Outcome, early: FoundErrors) {
  const [count, setCount] = useState(outcome.count)
  const [errors, setErrors] = useState({ ...outcome.errors, ...early.errors })
  const [summary, setSummary] = useState(early.summary)
  if (count !== outcome.count) {
    setCount(outcome.count)
    setErrors(outcome.errors)
    setSummary([])
  }
  return { errors, setErrors, summary, setSummary }
}
