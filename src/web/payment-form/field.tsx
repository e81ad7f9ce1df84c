import type { InputHTMLAttributes, ReactNode } from 'react'
import { useSay } from '../words/use-say.ts'
import type { FieldName } from './fields.ts'
import { useFormState } from './form-context.ts'

interface FieldProps {
  name: FieldName
  hint?: string
  children: ReactNode
}

/** A label, its hint, the control, and what is wrong with it. */
export function Field({ name, hint, children }: FieldProps) {
  const say = useSay()
  const { errors, isRequired, isSentByBrowser } = useFormState()
  const id = idOf(name, isSentByBrowser)
  const error = errors[name]
  const shownHint = hint ?? (isRequired(name) ? undefined : say('field.optional'))
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <div className="field-label">
        <label htmlFor={id}>{say(`field.${name}`)}</label>
        {shownHint !== undefined && (
          <span className="hint" id={`${id}-hint`}>
            {shownHint}
          </span>
        )}
      </div>
      {children}
      {error !== undefined && (
        <p className="why" id={`${id}-error`}>
          {say(error)}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = { name: FieldName; hint?: string; inside?: ReactNode } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'dir'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'spellCheck'
  | 'type'
>

/**
 * A native text control. Where there is script it has no `name`: should the form ever be sent by the browser itself,
 * nothing that was typed goes with it.
 */
export function TextField({ name, hint, inside, dir, ...input }: TextFieldProps) {
  const { initialValues, ...control } = useControl(name, hint)
  return (
    <Field name={name} {...(hint !== undefined && { hint })}>
      <div className="control" dir={dir}>
        <input type="text" defaultValue={initialValues[name] ?? ''} {...control} {...input} />
        {inside}
      </div>
    </Field>
  )
}

/** What every control of the form says about itself. */
export function useControl(name: FieldName, hint?: string) {
  const { errors, initialValues, isRequired, isSentByBrowser } = useFormState()
  const id = idOf(name, isSentByBrowser)
  const hasHint = hint !== undefined || !isRequired(name)
  const hasError = errors[name] !== undefined
  const described = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean)
  return {
    initialValues,
    id,
    ...(isSentByBrowser && { name }),
    required: isRequired(name),
    'aria-invalid': hasError,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  }
}

function idOf(name: FieldName, isSentByBrowser = false): string {
  return isSentByBrowser ? `sent-${name}` : name
}
