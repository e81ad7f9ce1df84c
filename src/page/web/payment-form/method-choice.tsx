import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { METHOD_PARTS } from '../methods/methods.ts'
import { useTranslate } from '../use-translate.ts'
import { MethodMark } from '../marks/mark.tsx'
import { METHOD_NAME } from './controls.ts'
import { MethodPanel } from './method-panel.tsx'

/**
 * The session's methods. CSS opens the chosen one by the state of its native radio button, so that choosing works before
 * hydration.
 */
export function MethodChoice({
  checkout,
  initialMethod,
}: {
  checkout: PageCheckout
  initialMethod: PaymentMethod
}) {
  const t = useTranslate()
  return (
    <div className="methods" role="radiogroup" aria-label={t('method.group')}>
      {checkout.methods.map((method) => (
        <div className="method" key={method}>
          <div className="method-choice">
            <input
              type="radio"
              name={METHOD_NAME}
              id={`method-${method}`}
              value={method}
              defaultChecked={method === initialMethod}
              aria-describedby={`method-${method}-aside`}
            />
            <MethodMark name={method} />
            <label htmlFor={`method-${method}`}>{t(`method.${method}`)}</label>
            <MethodAside method={method} checkout={checkout} />
          </div>
          <div className="method-panel">
            <MethodPanel method={method} checkout={checkout} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** What stands beside a method's name: the price after a discount, its marks, and how fast it is. */
export function MethodAside({
  method,
  checkout,
}: {
  method: PaymentMethod
  checkout: PageCheckout
}) {
  const t = useTranslate()
  const { aside, Marks } = METHOD_PARTS[method]
  const discount = checkout.methodDiscounts?.[method]
  return (
    <span className="aside" id={`method-${method}-aside`}>
      {discount && (
        <>
          <bdi>{discount.text}</bdi>
          <b>{discount.total.text}</b>
        </>
      )}
      {Marks && <Marks />}
      {aside && <span>{t(aside)}</span>}
    </span>
  )
}
