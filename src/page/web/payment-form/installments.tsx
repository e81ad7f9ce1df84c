import { type KeyboardEvent, type MouseEvent, useEffect } from 'react'
import type { PageInstallment } from '#contract/page.ts'
import { useFoldAway } from '../layout/use-fold-away.ts'
import { useTranslate } from '../use-translate.ts'
import { useFormState } from './form-context.ts'
import type { FieldName, FieldValues } from './required-fields.ts'
import { installmentsOf } from './installments-of.ts'
import { longestFreePlan } from './longest-free-plan.ts'

const SUMMARY_ID: FieldName = 'installments'
/** The least height of a plan. */
const PLAN_PX = 44
/** Between the list and both its field and the window's edge. */
const ROOM_PX = 16

/** The plans as a list of radio buttons that folds into the chosen one, so that the form stays short. */
export function Installments() {
  const t = useTranslate()
  const { checkout, errors, initialValues, priced } = useFormState()
  const fold = useFoldAway()
  // A list that was opened before hydration has fired its `toggle` event already.
  useEffect(() => {
    if (document.activeElement?.id === SUMMARY_ID) focusChosen(fold.current)
  }, [fold])
  const plans = checkout.installments ?? []
  const planOf = (values: FieldValues) =>
    plans.find(({ count }) => count === installmentsOf(values)) ?? plans[0]
  const chosen = planOf(initialValues)
  const shown = planOf(priced)
  const error = errors.installments
  if (shown === undefined || plans.length < 2) return null

  return (
    <fieldset className={error === undefined ? 'field' : 'field bad'}>
      <legend className="field-label">
        <b>{t('field.installments')}</b> <BestPlan plans={plans} />
      </legend>
      <details
        className="plans"
        ref={fold}
        onToggle={({ currentTarget }) => focusChosen(currentTarget)}
        suppressHydrationWarning
      >
        <summary
          className="control select"
          id={SUMMARY_ID}
          onClick={({ currentTarget }) => place(currentTarget)}
        >
          <div className="box">
            <Plan plan={shown} />
          </div>
        </summary>
        <div className="plan-list">
          {plans.map((plan) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- closes the list around it
            <label
              className="plan"
              key={plan.count}
              onClick={(event) => isByPointer(event) && close(event.currentTarget)}
              onKeyDown={(event) => isDone(event) && close(event.currentTarget)}
            >
              <input
                type="radio"
                name="installments"
                value={plan.count}
                defaultChecked={plan === chosen}
              />
              <Plan plan={plan} />
            </label>
          ))}
        </div>
      </details>
      {error !== undefined && <p className="why">{t(error)}</p>}
    </fieldset>
  )
}

/** Whether a pointer clicked. Arrow keys choose without closing the list: their clicks have no count. */
function isByPointer({ detail }: MouseEvent): boolean {
  return detail > 0
}

/** Enter takes the chosen plan, instead of submitting the form. */
function isDone(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter') return false
  event.preventDefault()
  return true
}

function close(plan: HTMLElement): void {
  const details = plan.closest('details')
  if (details === null) return
  details.open = false
  details.querySelector('summary')?.focus()
}

function focusChosen(details: HTMLDetailsElement | null): void {
  if (details?.open) details.querySelector<HTMLElement>(':checked')?.focus()
}

/** Keeps the list within the window, on the side with more room. Called before it opens: nothing shifts. */
function place(summary: Element): void {
  const list = summary.nextElementSibling
  if (!(list instanceof HTMLElement)) return
  const { top, bottom } = summary.getBoundingClientRect()
  const below = innerHeight - bottom
  const isAbove = below < top && below < list.childElementCount * PLAN_PX + ROOM_PX
  list.style.inset = isAbove ? 'auto 0 calc(100% + 4px)' : ''
  list.style.maxHeight = `${(isAbove ? top : below) - ROOM_PX}px`
}

function Plan({ plan }: { plan: PageInstallment }) {
  const t = useTranslate()
  const { count, interestFree, perInstallment, text, total } = plan
  const amount = perInstallment.text
  if (count === 1) return <span>{t('installments.once', { amount })}</span>
  return (
    <>
      <span>{`${text ?? t('receipt.in-installments', { count, amount })} `}</span>
      <small className={interestFree ? 'free' : undefined}>
        {interestFree ? t('installments.free') : t('installments.charged', { total: total.text })}
      </small>
    </>
  )
}

/** The longest plan without interest, then the monthly interest. It does not depend on the chosen plan, so that nothing moves. */
function BestPlan({ plans }: { plans: readonly PageInstallment[] }) {
  const t = useTranslate()
  const free = longestFreePlan(plans)
  const plan = plans.flatMap(({ adjustments }) => adjustments).find(({ plan }) => plan)?.plan
  const rate = plan?.monthlyRate
  const count = plan?.count ?? 0
  const words = [
    free && t('installments.up-to', { count: free.count, amount: free.perInstallment.text }),
    rate && t(free ? 'installments.then' : 'installments.rate', { count, rate }),
  ]
  return <span className="hint">{words.filter(Boolean).join(' · ')}</span>
}
