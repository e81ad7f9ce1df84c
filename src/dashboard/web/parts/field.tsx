import { type ReactNode, useId } from 'react'
import type { FieldFault } from '#contract/dashboard/problem.ts'
import type { TranslateDashboard } from '#words/dashboard-page-words.ts'
import { useTranslate } from '../words/use-language.ts'

const REASONS = [
  'too_small',
  'too_big',
  'invalid_characters',
  'invalid_format',
  'invalid_url',
  'https_required',
  'user_info_not_allowed',
  'address_not_public',
  'not_an_origin',
  'origin_not_listed',
  'reserved_parameter',
] as const

/** Why a field is refused, in a sentence. */
export function faultText(t: TranslateDashboard, { reason }: FieldFault): string {
  return t(`fault.${REASONS.find((known) => known === reason) ?? 'other'}`)
}

/** A labelled control, with a hint and what is wrong with it. */
export function Field({ label, hint, faults = [], children }: FieldProps) {
  const t = useTranslate()
  const id = useId()
  const [fault] = faults
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hint != null && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="trouble">
          {faultText(t, fault)}
        </p>
      )}
    </div>
  )
}

interface FieldProps {
  label: string
  hint?: ReactNode
  faults?: readonly FieldFault[]
  children: (attributes: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}
