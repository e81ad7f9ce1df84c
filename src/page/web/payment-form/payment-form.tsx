import {
  type FocusEvent,
  type FormEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PageCheckout } from '../../../contract/page.ts'
import { METHODS } from '../../../domain/methods/methods.ts'
import { CARD_FIELDS } from '../../card-frame/protocol.ts'
import type { SealAnswer } from '../card/card-link.ts'
import { useCardFrame } from '../card/use-card-frame.ts'
import type { CountryNames } from '../page-data.ts'
import { AddressFields } from './address-fields.tsx'
import { changeCountry } from './change-country.ts'
import {
  controlOf,
  formatControl,
  goToNext,
  methodOf,
  readDraft,
  writeControls,
} from './controls.ts'
import type { Payable } from './create-payment.ts'
import { CustomerFields } from './customer-fields.tsx'
import type { Draft } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { type FieldName, type FieldValues, wantedFields } from './required-fields.ts'
import { FormContext } from './form-context.ts'
import { MethodChoice } from './method-choice.tsx'
import { MethodPanel } from './method-panel.tsx'
import { PayButton } from './pay-button.tsx'
import { showPhone } from './phone.ts'
import { errorOf } from './validate-field.ts'
import { useCountries } from './use-countries.ts'
import { type Outcome, useErrors } from './use-errors.ts'

interface PaymentFormProps {
  checkout: PageCheckout
  cardFrameUrl: string | null
  countries: CountryNames
  countriesPath: string | null
  draft: Draft
  /** The result of the last submit; the form stays mounted and shows its errors. */
  outcome: Outcome
  isShown: boolean
  isPaying: boolean
  onDraft: (draft: Draft) => void
  onPay: (payable: Payable) => void
}

/**
 * The payment form. Its inputs are uncontrolled, so that text typed before hydration is kept; events are handled on the
 * form by delegation.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { checkout, draft, outcome, isShown, isPaying, onDraft, onPay } = props
  const form = useRef<HTMLFormElement>(null)
  const countries = useCountries(props.countries, props.countriesPath)
  const { errors, setErrors, summary, setSummary } = useErrors(outcome)
  const [isSealing, setSealing] = useState(false)
  const card = useCardFrame(props.cardFrameUrl, () => form.current?.requestSubmit())
  const wanted = wantedFields(checkout, draft.method, draft.values)

  const takeOver = useEffectEvent(() => {
    if (form.current !== null) onDraft(readDraft(form.current, draft))
  })
  useLayoutEffect(() => takeOver(), [])

  const applyOutcome = useEffectEvent((submits: number) =>
    card.afterPayment(submits > 0 && outcome.hasFailed),
  )
  useEffect(() => {
    if (isShown) applyOutcome(outcome.count)
  }, [isShown, outcome.count])

  function errorAt(name: FieldName, values = draft.values) {
    const field = wanted.find((field) => field.name === name)
    return field && errorOf(field, values)
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    const method = methodOf(event.target)
    if (method !== null) return onDraft({ ...draft, method })
    const found = controlOf(event.target)
    if (found === null) return
    const { control, name } = found
    if (name === 'country') return moveTo(control.value)
    const text = formatControl(control, name, draft.values, event.nativeEvent)
    const values = { ...draft.values, [name]: text }
    onDraft({ ...draft, values })
    // Errors disappear while typing as soon as the field is valid; they appear on blur or submit only.
    if (errors[name] !== undefined) setErrors({ ...errors, [name]: errorAt(name, values) })
  }

  function moveTo(country: string) {
    write(changeCountry(draft.values, country))
    // Errors depend on the country; blur or submit validates again.
    setErrors({ ...errors, country: undefined, 'postal-code': undefined, state: undefined })
  }

  /** Sets values programmatically. */
  function write(values: FieldValues) {
    if (form.current !== null) writeControls(form.current, draft.values, values)
    onDraft({ ...draft, values })
  }

  function handleBlur(event: FocusEvent<HTMLFormElement>) {
    const name = controlOf(event.target)?.name
    if (name === undefined || !draft.values[name]?.trim()) return
    setErrors({ ...errors, [name]: errorAt(name) })
    // Shows the parsed number, with its calling code when it is ambiguous.
    const { phone = '', country = '' } = draft.values
    if (name === 'phone') write({ ...draft.values, phone: showPhone(phone, country) })
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPaying || isSealing || !isShown) return
    // Reads the controls, not the draft: some browsers autofill without an event.
    const typed = readDraft(event.currentTarget, draft)
    if (METHODS[typed.method].needsSealedCard) void sealAndPay(event.currentTarget, typed)
    else payWith(typed, null)
  }

  async function sealAndPay(target: HTMLFormElement, submitted: Draft) {
    setSealing(true)
    const answer = await card.seal()
    setSealing(false)
    // The shopper may have left the form or changed the method while the card was encrypted.
    const typed = readDraft(target, submitted)
    const isStillWanted = target.isConnected && target.closest('[hidden]') === null
    if (isStillWanted && METHODS[typed.method].needsSealedCard) payWith(typed, answer)
  }

  function payWith(typed: Draft, answer: SealAnswer) {
    const found = wantedFields(checkout, typed.method, typed.values).flatMap((field) => {
      const error = errorOf(field, typed.values)
      return error === undefined ? [] : [[field.name, error] as const]
    })
    const faults = answer?.type === 'faulty' ? answer.faults : {}
    const wrongOfCard = CARD_FIELDS.filter((name) => faults[name] !== undefined)
    const wrong = found.map(([name]) => name)
    flushSync(() => {
      onDraft(typed)
      setErrors(Object.fromEntries(found))
      setSummary([...wrongOfCard, ...wrong])
    })
    const sealed = answer?.type === 'sealed' ? answer : null
    if (METHODS[typed.method].needsSealedCard && answer === null) card.focusNotice()
    else if (wrongOfCard[0] !== undefined) card.focus(wrongOfCard[0])
    else if (wrong[0] !== undefined) document.getElementById(wrong[0])?.focus()
    else {
      if (sealed !== null) card.forgetCode()
      onPay({ draft: typed, card: sealed })
    }
  }

  const state = {
    checkout,
    countries,
    country: draft.values.country,
    errors,
    card,
    initialValues: draft.values,
    wanted,
  }
  const [onlyMethod] = checkout.methods
  return (
    <FormContext value={state}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of its controls */}
      <form
        ref={form}
        // `dialog`: a native submit sends nothing.
        method="dialog"
        noValidate
        hidden={!isShown}
        aria-busy={isPaying}
        onInput={handleInput}
        onBlur={handleBlur}
        onKeyDown={goToNext}
        onSubmit={handleSubmit}
      >
        {checkout.methods.length > 1 || onlyMethod === undefined ? (
          <MethodChoice checkout={checkout} initialMethod={draft.method} />
        ) : (
          <MethodPanel method={onlyMethod} checkout={checkout} />
        )}
        <CustomerFields checkout={checkout} />
        {checkout.collect.billingAddress !== 'hidden' && <AddressFields />}
        <PayButton checkout={checkout} draft={draft} isSealing={isSealing} isPaying={isPaying} />
        <ErrorSummary
          names={summary.filter((name) => ({ ...card.faults, ...errors })[name])}
          country={draft.values.country}
        />
      </form>
    </FormContext>
  )
}
