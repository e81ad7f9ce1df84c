import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { STANDING_FILTERS } from '#contract/dashboard/standing-words.ts'
import { readTypedAmount } from '#domain/typed-amount.ts'
import { type Filters, useFilters } from '../../lists/list-filters.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { placeOf, useZone } from '../../parts/zone.ts'
import { useTranslate } from '../../words/use-language.ts'
import {
  FILTER_NAMES,
  type FilterName,
  METHODS,
  SESSION_STATES,
  YES_OR_NO,
} from './payment-filters.ts'
import { useFilterTexts } from './use-filter-texts.ts'

const QUICK = [
  ['all', {}],
  ['paid', { payment: 'paid' }],
  ['open', { status: 'open' }],
  ['declined', { declined: 'yes' }],
  ['unknown', { payment: 'unknown' }],
  ['late', { late: 'yes' }],
  ['taken-back', { takenBack: 'yes' }],
] as const satisfies readonly [string, Filters<FilterName>][]

/** The filters of the list: common ones as links, all of them in a form, and the active ones as chips. */
export function FilterBar() {
  const t = useTranslate()
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  const { from, to, ...others } = filters
  const isOnly = (quick: Filters<FilterName>) =>
    JSON.stringify(Object.entries(others)) === JSON.stringify(Object.entries(quick))
  return (
    <search className="filters" aria-label={t('payments.filters')}>
      <div className="quick">
        {QUICK.map(([name, quick]) => (
          <Link
            key={name}
            to={addressWith({ ...quick, ...(from && { from }), ...(to && { to }) })}
            aria-current={isOnly(quick) ? 'true' : undefined}
          >
            {t(`payments.quick.${name}`)}
          </Link>
        ))}
      </div>
      <details>
        <summary>{t('payments.more-filters')}</summary>
        {/* Remounts the form when the filters change, so that it shows those of the address. */}
        <FilterForm key={JSON.stringify(filters)} />
      </details>
      <Chips />
      <SavedViews list="payments" filterNames={FILTER_NAMES} />
    </search>
  )
}

function Chips() {
  const t = useTranslate()
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  const textOf = useFilterTexts()
  const chosen = FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [{ name, text: textOf(name, value) }]
  })
  if (chosen.length === 0) return null
  return (
    <p className="chips">
      {chosen.map(({ name, text }) => (
        <Link
          key={name}
          className="chip"
          to={addressWith({ ...filters, [name]: undefined })}
          aria-label={t('payments.remove-filter', { filter: text })}
        >
          {text} <span aria-hidden="true">×</span>
        </Link>
      ))}
      <Link to={addressWith({})}>{t('payments.clear')}</Link>
    </p>
  )
}

function FilterForm() {
  const t = useTranslate()
  const navigate = useNavigate()
  const { timeZone } = useZone()
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  const [isUnclear, setIsUnclear] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const amountOf = (name: string) =>
      textOf(name) === '' ? '' : readTypedAmount(textOf(name))?.decimal
    const [amountFrom, amountTo] = [amountOf('amountFrom'), amountOf('amountTo')]
    setIsUnclear(amountFrom === undefined || amountTo === undefined)
    if (amountFrom === undefined || amountTo === undefined) return
    const typed = Object.fromEntries(FILTER_NAMES.map((name) => [name, textOf(name)]))
    void navigate(addressWith({ ...typed, amountFrom, amountTo }))
  }

  return (
    <form className="filter-form" onSubmit={submit}>
      <Choice name="status" label={t('payments.status')} value={filters.status}>
        {SESSION_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`session.${state}`)}
          </option>
        ))}
      </Choice>
      <Choice name="payment" label={t('payments.payment')} value={filters.payment}>
        {STANDING_FILTERS.map((word) => (
          <option key={word} value={word}>
            {t(word === 'unpaid' ? 'payments.unpaid' : `standing.${word}`)}
          </option>
        ))}
      </Choice>
      <Choice name="takenBack" label={t('payments.taken-back')} value={filters.takenBack}>
        <YesOrNo />
      </Choice>
      <Choice name="method" label={t('payments.method')} value={filters.method}>
        {METHODS.map((method) => (
          <option key={method} value={method}>
            {t(`method.${method}`)}
          </option>
        ))}
      </Choice>
      <Choice name="declined" label={t('payments.declined')} value={filters.declined}>
        <YesOrNo />
      </Choice>
      <Choice name="late" label={t('payments.late')} value={filters.late}>
        <YesOrNo />
      </Choice>
      <Field name="amountFrom" label={t('payments.amount-from')} value={filters.amountFrom} />
      <Field name="amountTo" label={t('payments.amount-to')} value={filters.amountTo} />
      <Field name="from" label={t('payments.from')} value={filters.from} isDay />
      <Field name="to" label={t('payments.to')} value={filters.to} isDay />
      <div className="filter-actions">
        <button type="submit" className="main-button">
          {t('payments.apply')}
        </button>
        <span className="hint">{t('payments.days-of', { zone: placeOf(timeZone) })}</span>
      </div>
      <p role="alert" className="trouble">
        {isUnclear && t('payments.amount-unclear')}
      </p>
    </form>
  )
}

function YesOrNo() {
  const t = useTranslate()
  return YES_OR_NO.map((answer) => (
    <option key={answer} value={answer}>
      {t(`list.${answer}`)}
    </option>
  ))
}

function Choice({ name, label, value, children }: FieldProps & { children: ReactNode }) {
  const t = useTranslate()
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} defaultValue={value ?? ''}>
        <option value="">{t('list.any')}</option>
        {children}
      </select>
    </label>
  )
}

function Field({ name, label, value, isDay = false }: FieldProps & { isDay?: boolean }) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type={isDay ? 'date' : 'text'}
        name={name}
        defaultValue={value ?? ''}
        inputMode={isDay ? undefined : 'decimal'}
        autoComplete="off"
      />
    </label>
  )
}

interface FieldProps {
  name: FilterName
  label: string
  value: string | undefined
}
