import {
  type FocusEvent,
  type FormEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PageCheckout } from '../../contract/page.ts'
import { AddressFields } from './address-fields.tsx'
import { controlOf, formatControl, methodOf, readDraft } from './controls.ts'
import { CustomerFields } from './customer-fields.tsx'
import { type Draft, withoutSecurityCode } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { type FieldName, wantedFields } from './fields.ts'
import { type FieldErrors, FormContext } from './form-context.ts'
import { MethodChoice } from './method-choice.tsx'
import { MethodPanel } from './method-panel.tsx'
import { PayButton } from './pay-button.tsx'
import { errorOf } from './rules.ts'
import { useForgetCode } from './use-forget-code.ts'

interface PaymentFormProps {
  checkout: PageCheckout
  countries: readonly [code: string, name: string][]
  draft: Draft
  initialErrors: FieldErrors
  isPaying: boolean
  onDraft: (draft: Draft) => void
  onPay: (draft: Draft) => void
}

/**
 * The form of all methods. Its controls are native and keep their own text, so typing works before hydration and is
 * kept by it; the form listens to them from above.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { checkout, countries, draft, initialErrors, isPaying, onDraft, onPay } = props
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(initialErrors)
  const [summary, setSummary] = useState<readonly FieldName[]>([])
  const wanted = wantedFields(checkout, draft.method, draft.values)

  const takeOver = useEffectEvent(() => {
    if (form.current !== null) onDraft(readDraft(form.current, draft))
  })
  useLayoutEffect(() => takeOver(), [])
  useForgetCode(form, () => onDraft(withoutSecurityCode(draft)))

  function errorAt(name: FieldName, values = draft.values) {
    const field = wanted.find((field) => field.name === name)
    return field && errorOf(field, values, new Date(checkout.now))
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    const method = methodOf(event.target)
    if (method !== null) return onDraft({ ...draft, method })
    const found = controlOf(event.target)
    if (found === null) return
    const { control, name } = found
    const text = formatControl(control, name, draft.values, event.nativeEvent)
    const values = { ...draft.values, [name]: text }
    onDraft({ ...draft, values })
    // An error goes as soon as the field is right, and never comes while it is typed in for the first time.
    if (errors[name] !== undefined) setErrors({ ...errors, [name]: errorAt(name, values) })
  }

  function handleBlur(event: FocusEvent<HTMLFormElement>) {
    const name = controlOf(event.target)?.name
    if (name === undefined || !draft.values[name]?.trim()) return
    setErrors({ ...errors, [name]: errorAt(name) })
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPaying) return
    // The controls are asked, not the draft: some browsers fill fields in without telling.
    const typed = readDraft(event.currentTarget, draft)
    const found = wantedFields(checkout, typed.method, typed.values).flatMap((field) => {
      const error = errorOf(field, typed.values, new Date(checkout.now))
      return error === undefined ? [] : [[field.name, error] as const]
    })
    const names = found.map(([name]) => name)
    flushSync(() => {
      onDraft(typed)
      setErrors(Object.fromEntries(found))
      setSummary(names)
    })
    if (names[0] === undefined) onPay(typed)
    else document.getElementById(names[0])?.focus()
  }

  const state = {
    checkout,
    countries,
    errors,
    initialValues: draft.values,
    cardNumber: draft.values['card-number'] ?? '',
    isRequired: (name: FieldName) => wanted.find((field) => field.name === name)?.required ?? true,
  }
  const [onlyMethod] = checkout.methods
  return (
    <FormContext value={state}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of its controls */}
      <form
        ref={form}
        // The browser's own submit of such a form goes nowhere, with or without script.
        method="dialog"
        noValidate
        aria-busy={isPaying}
        onInput={handleInput}
        onBlur={handleBlur}
        onSubmit={handleSubmit}
      >
        {checkout.methods.length > 1 || onlyMethod === undefined ? (
          <MethodChoice checkout={checkout} initialMethod={draft.method} />
        ) : (
          <MethodPanel method={onlyMethod} checkout={checkout} />
        )}
        <CustomerFields checkout={checkout} />
        {checkout.collect.billingAddress !== 'hidden' && <AddressFields />}
        <PayButton checkout={checkout} draft={draft} isPaying={isPaying} />
        <ErrorSummary names={summary.filter((name) => errors[name] !== undefined)} />
      </form>
    </FormContext>
  )
}
