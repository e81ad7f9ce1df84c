import { useTranslate } from '../use-translate.ts'
import type { FoundErrors } from './check-form.ts'
import { summaryText } from './summary-text.ts'

/**
 * Announces the invalid fields after a submit. For screen readers only: the first of the fields has the focus, and each
 * of them shows its own error.
 */
export function ErrorSummary({
  names,
  country,
}: {
  names: FoundErrors['summary']
  country: string | undefined
}) {
  const t = useTranslate()
  return (
    <p className="summary-of-errors visually-hidden" role="alert">
      {summaryText(names, country, t)}
    </p>
  )
}
