import type { PageForm } from '#contract/page.ts'
import { priceOf } from '../../receipt/price.ts'
import { BUTTONS } from '../methods/buttons.ts'
import { AddressFields } from '../payment-form/address-fields.tsx'
import { CustomerFields } from '../payment-form/customer-fields.tsx'
import { wantedFields } from '../payment-form/required-fields.ts'
import { FormContext } from '../payment-form/form-context.ts'
import { chosenTerms } from '../payment-form/installments-of.ts'
import { MethodPanel } from '../payment-form/method-panel.tsx'
import { refusedFields } from '../payment-form/validate-field.ts'
import { RefusalNotice } from '../screens/outcome-notice.tsx'
import { errorsOfSent, valuesOf } from './read-form.ts'
import { addressOf, type Visit } from './visit.ts'

/** A native form that posts to the page's URL. */
export function FormWithoutScript({ form, visit }: { form: PageForm; visit: Visit }) {
  const { checkout, countries, t } = visit
  const { method, problem, token } = form
  const values = valuesOf(checkout, form)
  const terms = chosenTerms(checkout, { method, values })
  const wanted = wantedFields(checkout, method, values)
  const errors = { ...errorsOfSent(checkout, form), ...(problem && refusedFields(problem)) }
  const wrong = wanted.filter(({ name }) => errors[name] !== undefined)
  const live = checkout.payment?.status === 'requires_action' ? checkout.payment : null
  const state = {
    checkout,
    countries,
    errors,
    initialValues: values,
    priced: values,
    card: null,
    // Without JavaScript the form cannot react to the chosen country.
    country: undefined,
    wanted,
    lastField: wanted.at(-1)?.name,
    isSentByBrowser: true,
  }
  return (
    <FormContext value={state}>
      <form
        className="method-form"
        method="post"
        action={addressOf(visit, { pay: method })}
        // The browser's rule of an e-mail address refuses some that we take, and its words are in its own language.
        noValidate
      >
        {wrong.length > 0 ? (
          <div className="notice" role="alert">
            {t('error.summary', {
              count: wrong.length,
              fields: wrong.map(({ name }) => t(`field.${name}`)),
            })}
          </div>
        ) : (
          problem &&
          problem.code !== 'form_stale' && (
            <RefusalNotice problem={problem} methods={checkout.methods} />
          )
        )}
        <MethodPanel method={method} checkout={checkout} />
        <CustomerFields checkout={checkout} />
        {checkout.collect.billingAddress !== 'hidden' && <AddressFields />}
        <input type="hidden" name="token" value={token} />
        {live !== null && <input type="hidden" name="replaces" value={live.id} />}
        <button className="primary" type="submit">
          {t(BUTTONS[method], { amount: priceOf(checkout, terms).total.text })}
        </button>
      </form>
    </FormContext>
  )
}
