import type { ReactNode } from 'react'
import { useComposer } from './composer-context.ts'
import { fieldId } from './field-id.ts'

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  /** Its path in the request, as in API errors. */
  path: string
  label: string
  hint?: ReactNode
  /** A client-side validation error. */
  fault?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** A control with its label and its error. */
export function Field({ path, label, hint, fault, children }: FieldProps) {
  const { errors } = useComposer()
  const id = fieldId(path)
  const why = fault ?? errors.find((error) => error.path === path)?.message
  const describing = [why && `${id}-why`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="compose-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': why === undefined ? undefined : true,
        'aria-describedby': describing === '' ? undefined : describing,
      })}
      {why !== undefined && (
        <p id={`${id}-why`} className="compose-why">
          {capital(why)}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="compose-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error of a path without a single control. */
export function Fault({ path }: { path: string }) {
  const { errors } = useComposer()
  const why = errors.find((error) => error.path === path)?.message
  if (why === undefined) return null
  return (
    <p id={fieldId(path)} className="compose-why" tabIndex={-1}>
      {capital(why)}
    </p>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
