import type { InputHTMLAttributes, ReactNode } from 'react'
import { useTranslate } from '../use-translate.ts'
import { fieldLabel } from './field-label.ts'
import type { FieldName, WantedField } from './required-fields.ts'
import { useFormState } from './form-context.ts'

interface FieldProps {
  name: FieldName
  hint?: string
  children: ReactNode
}

/** A label with hint, control and error. */
function Field({ name, hint, children }: FieldProps) {
  const t = useTranslate()
  const { errors, country, wanted, isSentByBrowser } = useFormState()
  const id = idOf(name, isSentByBrowser)
  const error = errors[name]
  const shownHint = hint ?? (isRequired(wanted, name) ? undefined : t('field.optional'))
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <div className="field-label">
        <label htmlFor={id}>{fieldLabel(name, country, t)}</label>
        {shownHint !== undefined && (
          <span className="hint" id={`${id}-hint`}>
            {shownHint}
          </span>
        )}
      </div>
      {children}
      {error !== undefined && (
        <p className="why" id={`${id}-error`}>
          {t(error)}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = { name: FieldName; hint?: string } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'autoCorrect'
  | 'dir'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'spellCheck'
  | 'type'
>

/**
 * A native text input. With JavaScript it has no `name`, so that a native submit of the form sends no input.
 */
export function TextField({ name, hint, ...input }: TextFieldProps) {
  const { initialValues, ...control } = useControl(name, hint)
  const { lastField } = useFormState()
  return (
    <Field name={name} {...(hint !== undefined && { hint })}>
      <div className="control">
        <input
          type="text"
          defaultValue={initialValues[name] ?? ''}
          enterKeyHint={lastField === name ? 'go' : 'next'}
          {...control}
          {...input}
        />
      </div>
    </Field>
  )
}

/** Values with their labels. */
export type Options = readonly (readonly [value: string, text: string])[]

interface SelectFieldProps {
  name: FieldName
  autoComplete?: string
  options: Options
}

/** A native select; the first option is the default. */
export function SelectField({ name, autoComplete, options }: SelectFieldProps) {
  const { initialValues, ...control } = useControl(name)
  return (
    <Field name={name}>
      <div className="control select">
        <select
          autoComplete={autoComplete}
          defaultValue={initialValues[name] ?? options[0]?.[0]}
          {...control}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}

/** Attributes of every control. */
function useControl(name: FieldName, hint?: string) {
  const { errors, initialValues, wanted, isSentByBrowser } = useFormState()
  const required = isRequired(wanted, name)
  const id = idOf(name, isSentByBrowser)
  const hasHint = hint !== undefined || !required
  const hasError = errors[name] !== undefined
  const described = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean)
  return {
    initialValues,
    id,
    ...(isSentByBrowser && { name }),
    required,
    'aria-invalid': hasError,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  }
}

function isRequired(wanted: readonly WantedField[], name: FieldName): boolean {
  return wanted.find((field) => field.name === name)?.required ?? true
}

function idOf(name: FieldName, isSentByBrowser = false): string {
  return isSentByBrowser ? `sent-${name}` : name
}
