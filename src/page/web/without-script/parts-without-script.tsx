import { priceOf, type Terms } from '../../receipt/price.ts'
import { Costs } from '../layout/order-summary.tsx'
import { chosenTerms } from '../payment-form/installments-of.ts'
import { valuesOf } from './read-form.ts'
import { ScreenWithoutScript } from './screen-without-script.tsx'
import type { Visit } from './visit.ts'

/** The contents of the page's `noscript` elements. The price is that of the requested form, else the order's own. */
export function partsWithoutScript(visit: Visit) {
  const { checkout, form, t } = visit
  const price = priceOf(checkout, termsOfForm(visit))
  // The amount to pay is known once a method is chosen.
  const isKnown = form !== null || checkout.methodDiscounts === undefined
  return {
    screen: <ScreenWithoutScript visit={visit} />,
    label: t(isKnown ? 'order.to-pay' : 'order.total'),
    total: price.total.text,
    costs: <Costs checkout={checkout} price={price} />,
  }
}

/** The terms of the method whose form was requested. */
export function termsOfForm({ checkout, form }: Pick<Visit, 'checkout' | 'form'>): Terms | null {
  if (form === null) return null
  return chosenTerms(checkout, { method: form.method, values: valuesOf(checkout, form) })
}
