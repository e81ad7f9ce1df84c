import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PageCheckout } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { CardField } from '../../card-frame/protocol.ts'
import { useBrowser } from '../browser.ts'
import type { SealAnswer, Sealed } from '../card/card-link.ts'
import { useCardFrame } from '../card/use-card-frame.ts'
import { NOTHING_SHOWN } from '../early-form/early-errors.ts'
import type { EarlyPayable } from '../early-form/early-form.ts'
import type { CountryNames } from '../page-data.ts'
import { AddressFields } from './address-fields.tsx'
import { afterPress } from './after-press.ts'
import { checkForm, isCardField } from './check-form.ts'
import {
  controlOf,
  findPayButton,
  formatControl,
  goToNext,
  methodOf,
  readDraft,
  trimControl,
} from './controls.ts'
import { newIdempotencyKey, type Payable } from './create-payment.ts'
import { installmentsOf } from './installments-of.ts'
import { CustomerFields } from './customer-fields.tsx'
import { changeCountry, type Draft } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { type FieldName, type FieldValues, wantedFields } from './required-fields.ts'
import { FormContext } from './form-context.ts'
import { formatField } from './formats.ts'
import type { FieldErrors } from './validate-field.ts'
import { MethodChoice } from './method-choice.tsx'
import { MethodPanel } from './method-panel.tsx'
import { PayButton } from './pay-button.tsx'
import { showPhone } from './phone.ts'
import { sealForm } from './seal-form.ts'
import { errorOf } from './validate-field.ts'
import { useAssist } from './use-assist.ts'
import { copyControls, writeControls } from './write-controls.ts'
import { useFrameFocus } from './use-frame-focus.ts'
import { useCountries } from './use-countries.ts'
import { type Outcome, useErrors } from './use-errors.ts'

interface PaymentFormProps {
  checkout: PageCheckout
  cardFrameUrl: string | null
  countries: CountryNames
  countriesPath: string | null
  postalCodesPath: string | undefined
  draft: Draft
  /** The choice whose price is shown. */
  priced: Draft
  /** The result of the last submit; the form stays mounted and shows its errors. */
  outcome: Outcome
  isShown: boolean
  isPaying: boolean
  onDraft: (draft: Draft) => void
  onPay: (payable: Payable) => void
  /** A press failed before anything was sent. */
  onFailed: (error: Error) => void
  /** The heading above the methods. */
  children: ReactNode
}

/**
 * The payment form. Its inputs are uncontrolled, so that text typed before hydration is kept; events are handled on the
 * form by delegation.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { checkout, draft, outcome, isShown, isPaying, postalCodesPath } = props
  const { onDraft, onPay, onFailed } = props
  const form = useRef<HTMLFormElement>(null)
  const { earlyForm } = useBrowser()
  const countries = useCountries(props.countries, props.countriesPath)
  const [early] = useState(() => earlyForm?.freeze() ?? NOTHING_SHOWN)
  const { errors, setErrors, summary, setSummary } = useErrors(outcome, early)
  const [isSealing, setSealing] = useState(false)
  const [isBegun, setBegun] = useState(false)
  useFrameFocus(() => setBegun(true))
  const [Assist, loadAssist] = useAssist()
  const card = useCardFrame(props.cardFrameUrl, {
    early: early.faults,
    onSubmit: () => findPayButton()?.click(),
  })
  const wanted = wantedFields(checkout, draft.method, draft.values)

  const takeOver = useEffectEvent(() => {
    if (form.current === null) return
    const replaced = earlyForm?.replaced()
    if (replaced) copyControls(replaced, form.current)
    const typed = readDraft(form.current, draft)
    onDraft(typed)
    if (typed !== draft) loadAssist()
    if (early.summary.length > 0)
      setErrors(stillWrong(early.errors, checkForm(checkout, typed, null).errors))
  })
  useLayoutEffect(() => takeOver(), [])

  const finishEarlyPress = useEffectEvent((payable: EarlyPayable) => {
    if (payable.card !== null) card.forgetCode()
    onPay(payable)
  })
  useEffect(() => earlyForm?.handOver((payable) => finishEarlyPress(payable)), [earlyForm])

  const applyOutcome = useEffectEvent((submits: number) => {
    card.afterPayment(submits > 0 && outcome.hasFailed)
    if (submits > 0 && outcome.isSealRefused) card.loadAgain()
  })
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
    const found = controlOf(event.target, draft.values)
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
    const found = controlOf(event.target, draft.values)
    if (found === null) return
    const { name, control } = found
    // The mask does not run while an input method composes, and some browsers tell nothing of its end.
    const text = formatField(name, trimControl(control), draft.values)
    const values = { ...draft.values, [name]: text }
    const { phone = '', country = '' } = values
    // Shows the parsed number, with its calling code when it is ambiguous.
    if (name === 'phone') values.phone = showPhone(phone, country)
    write(values)
    if (!values[name]) return
    afterPress(() => setBegun(true))
    setErrors({ ...errors, [name]: errorAt(name, values) })
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPaying || isSealing || !isShown) return
    void press(event.currentTarget)
  }

  /** A press that throws, as where the browser lacks what the page needs, says so and lets go. Nothing was sent. */
  async function press(target: HTMLFormElement) {
    try {
      // Reads the controls, not the draft: some browsers autofill without an event.
      const typed = readDraft(target, draft)
      if (METHODS[typed.method].needsSealedCard) await sealAndPay(target, typed)
      else payWith(typed, null, newIdempotencyKey())
    } catch (error) {
      onFailed(error instanceof Error ? error : new Error('the press failed', { cause: error }))
    } finally {
      setSealing(false)
    }
  }

  async function sealAndPay(target: HTMLFormElement, submitted: Draft) {
    const idempotencyKey = newIdempotencyKey()
    setSealing(true)
    const { typed, answer } = await sealForm(target, submitted, idempotencyKey, card.seal)
    setSealing(false)
    // The shopper may have left the form, or changed the method, meanwhile.
    const isStillWanted = target.isConnected && target.closest('[hidden]') === null
    if (isStillWanted && METHODS[typed.method].needsSealedCard)
      payWith(typed, answer, idempotencyKey)
  }

  async function sealAgain(typed: Draft, idempotencyKey: string): Promise<Sealed | null> {
    const answer = await card.seal({ installments: installmentsOf(typed.values), idempotencyKey })
    return answer?.type === 'sealed' ? answer : null
  }

  function payWith(typed: Draft, answer: SealAnswer, idempotencyKey: string) {
    const found = checkForm(checkout, typed, answer)
    flushSync(() => {
      onDraft(typed)
      setErrors(found.errors)
      setSummary(found.summary)
    })
    const sealed = answer?.type === 'sealed' ? answer : null
    const [first] = found.summary
    if (METHODS[typed.method].needsSealedCard && answer === null) card.focusNotice()
    else if (first !== undefined) focusField(first)
    else {
      if (sealed !== null) card.forgetCode()
      onPay({
        draft: typed,
        card: sealed,
        idempotencyKey,
        sealAgain: async () => (sealed === null ? null : sealAgain(typed, idempotencyKey)),
      })
    }
  }

  function focusField(name: CardField | FieldName) {
    if (isCardField(name)) card.focus(name)
    else document.getElementById(name)?.focus()
  }

  const isCardLast =
    METHODS[draft.method].needsSealedCard && checkout.collect.billingAddress === 'hidden'
  const state = {
    checkout,
    countries,
    country: draft.values.country,
    errors,
    card,
    initialValues: draft.values,
    priced: props.priced.values,
    wanted,
    lastField: isCardLast ? undefined : wanted.at(-1)?.name,
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
        onFocus={loadAssist}
        onInput={handleInput}
        onBlur={handleBlur}
        onKeyDown={(event) => goToNext(event, () => card.focus('card-number'))}
        // Browsers without `inert` would change the price that is being paid.
        onClick={(event) => isPaying && event.preventDefault()}
        onSubmit={handleSubmit}
      >
        <div className="asked" inert={isPaying}>
          <CustomerFields checkout={checkout} />
        </div>
        {/* The heading stands between the inert parts, so that the page keeps it while they are inert. */}
        {props.children}
        <div className="asked" inert={isPaying}>
          {checkout.methods.length > 1 || onlyMethod === undefined ? (
            <MethodChoice checkout={checkout} initialMethod={draft.method} />
          ) : (
            <MethodPanel method={onlyMethod} checkout={checkout} />
          )}
          {checkout.collect.billingAddress !== 'hidden' && <AddressFields />}
        </div>
        <PayButton
          checkout={checkout}
          draft={props.priced}
          isSealing={isSealing}
          isPaying={isPaying}
          isDocked={isBegun}
        />
        <ErrorSummary
          names={summary.filter((name) => ({ ...card.faults, ...errors })[name])}
          country={draft.values.country}
        />
        {Assist && (
          <Assist {...{ values: draft.values, errors, setErrors, write, postalCodesPath }} />
        )}
      </form>
    </FormContext>
  )
}

/** The errors that are left: fields may be corrected between a press and hydration. */
function stillWrong(before: FieldErrors, now: FieldErrors): FieldErrors {
  const names = Object.keys(before) as FieldName[]
  return Object.fromEntries(names.map((name) => [name, now[name]]))
}
