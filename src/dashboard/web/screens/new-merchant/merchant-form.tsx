import { type FormEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DashboardActionAnswer, DashboardActionSent } from '#contract/dashboard/actions.ts'
import type { FieldFault } from '#contract/dashboard/problem.ts'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { useAction } from '../../actions/use-action.ts'
import { Refused } from '../../calls/call.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { Field } from '../../parts/field.tsx'
import { linesOf } from '../../parts/lines.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useLanguage } from '../../words/use-language.ts'

type Input = DashboardActionSent<'merchant.create'>

const EMPTY = {
  name: '',
  currency: 'BRL',
  country: 'BR',
  callbackUrl: '',
  returnOrigins: '',
  successUrl: '',
  cancelUrl: '',
}
type Typed = typeof EMPTY

/** The form for a new merchant. What was typed is kept when the server refuses it, and when the session ends. */
export function MerchantForm({ onMade }: MerchantFormProps) {
  const { t, locale } = useLanguage()
  const { typed, type, end } = useDraft('merchant', EMPTY)
  const form = useRef<HTMLFormElement>(null)
  const input = inputOf(typed)
  const creating = useAction('merchant.create', (answer) => {
    end()
    onMade(input, answer)
  })
  const { error } = creating
  const fields = error instanceof Refused ? error.fields : []
  const faultsOf = (name: keyof Typed): FieldFault[] =>
    fields.filter(({ path }) => path === name || path.startsWith(`${name}.`))

  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!creating.isPending) creating.mutate(input)
  }

  const text = (name: keyof Typed) => ({
    name,
    value: typed[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value }),
  })

  return (
    <>
      <ScreenHeading takesFocus={false}>{t('new.title')}</ScreenHeading>
      <p className="lead">{t('new.lead')}</p>
      <form ref={form} className="form" onSubmit={submit} noValidate>
        <Field label={t('new.name')} hint={t('new.name-hint')} faults={faultsOf('name')}>
          {(attributes) => <input {...attributes} {...text('name')} />}
        </Field>
        <div className="form-pair">
          <Field
            label={t('new.country')}
            hint={nameOf('region', typed.country, locale)}
            faults={faultsOf('country')}
          >
            {(attributes) => <input {...attributes} {...text('country')} size={4} />}
          </Field>
          <Field
            label={t('new.currency')}
            hint={nameOf('currency', typed.currency, locale)}
            faults={faultsOf('currency')}
          >
            {(attributes) => <input {...attributes} {...text('currency')} size={4} />}
          </Field>
        </div>
        <Field
          label={t('new.callback')}
          hint={t('new.callback-hint')}
          faults={faultsOf('callbackUrl')}
        >
          {(attributes) => <input {...attributes} {...text('callbackUrl')} inputMode="url" />}
        </Field>
        <Field
          label={t('new.origins')}
          hint={t('new.origins-hint')}
          faults={faultsOf('returnOrigins')}
        >
          {(attributes) => <textarea {...attributes} {...text('returnOrigins')} rows={2} />}
        </Field>
        <Field
          label={t('new.success')}
          hint={t('new.success-hint')}
          faults={faultsOf('successUrl')}
        >
          {(attributes) => <input {...attributes} {...text('successUrl')} inputMode="url" />}
        </Field>
        <Field label={t('new.cancel')} hint={t('new.cancel-hint')} faults={faultsOf('cancelUrl')}>
          {(attributes) => <input {...attributes} {...text('cancelUrl')} inputMode="url" />}
        </Field>
        {fields.length > 0 ? (
          <p role="alert" className="trouble">
            {t('new.refused')}
          </p>
        ) : (
          <ActionTrouble error={error} />
        )}
        <div className="form-actions">
          <button type="submit" className="main-button" aria-disabled={creating.isPending}>
            {t(creating.isPending ? 'dashboard-action.pending' : 'new.button')}
          </button>
          <Link to="/m" onClick={end}>
            {t('dashboard-action.leave')}
          </Link>
        </div>
        <Command
          line={commandLine('merchants create', [], {
            name: input.name,
            currency: input.currency,
            country: input.country,
            'callback-url': input.callbackUrl,
            'return-origin': input.returnOrigins,
            'success-url': input.successUrl,
            'cancel-url': input.cancelUrl,
          }).concat(' --env')}
        />
      </form>
    </>
  )
}

interface MerchantFormProps {
  onMade: (input: Input, answer: DashboardActionAnswer<'merchant.create'>) => void
}

function inputOf(typed: Typed): Input {
  const orNone = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    merchantId: null,
    name: typed.name.trim(),
    currency: typed.currency.trim().toUpperCase(),
    country: typed.country.trim().toUpperCase(),
    callbackUrl: orNone(typed.callbackUrl),
    returnOrigins: linesOf(typed.returnOrigins),
    successUrl: orNone(typed.successUrl),
    cancelUrl: orNone(typed.cancelUrl),
  }
}

/** The name of a code: "Brazil" of `BR`, "Brazilian Real" of `BRL`; undefined while the code is not valid. */
function nameOf(type: 'region' | 'currency', code: string, locale: string): string | undefined {
  try {
    return new Intl.DisplayNames(locale, { type, fallback: 'none' }).of(code.trim().toUpperCase())
  } catch {
    return undefined
  }
}
