import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field } from './field.tsx'
import { readDecimal, readWhole, writeDecimal } from './numbers.ts'

interface TextProps {
  path: string
  label: string
  value: string | undefined
  onValue: (value: string | undefined) => void
  hint?: ReactNode
  input?: ComponentProps<'input'>
}

/** A text field; an empty text leaves the field out. */
export function TextField({ path, label, value, onValue, hint, input }: TextProps) {
  return (
    <Field path={path} label={label} hint={hint}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...input}
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onValue(target.value === '' ? undefined : target.value)}
        />
      )}
    </Field>
  )
}

interface NumberProps extends Omit<TextProps, 'value' | 'onValue'> {
  value: number | undefined
  onValue: (value: number | undefined) => void
}

interface NotationProps extends NumberProps {
  read: (text: string) => number | undefined
  write: (value: number) => string
}

/** A number field that does not reformat its text during typing. */
function NotatedField({ value, onValue, read, write, ...field }: NotationProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : write(value))
  const text = read(typed) === value ? typed : value === undefined ? '' : write(value)
  const isFaulty = text.trim() !== '' && read(text) === undefined
  return (
    <Field
      path={field.path}
      label={field.label}
      hint={field.hint}
      fault={isFaulty ? 'is not a number' : undefined}
    >
      {(control) => (
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          {...field.input}
          {...control}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value)
            onValue(read(target.value))
          }}
        />
      )}
    </Field>
  )
}

export function NumberField(props: NumberProps) {
  return <NotatedField {...props} read={readWhole} write={String} />
}

/** A decimal, kept as an integer in units of its last place: 45.90 is 4590. */
export function DecimalField({ exponent, ...props }: NumberProps & { exponent: number }) {
  return (
    <NotatedField
      {...props}
      read={(text) => readDecimal(text, exponent)}
      write={(value) => writeDecimal(value, exponent)}
    />
  )
}

interface SelectProps {
  path: string
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onValue: (value: string) => void
  hint?: ReactNode
}

/** A select. A value from the address that is not among the options becomes an option. */
export function SelectField({ path, label, value, options, onValue, hint }: SelectProps) {
  const isKnown = options.some(([known]) => known === value)
  return (
    <Field path={path} label={label} hint={hint}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onValue(target.value)}>
          {!isKnown && <option value={value}>{value}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ label, checked, onChange }: CheckProps) {
  return (
    <label className="compose-check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}
