import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { METHOD_PARTS } from '../methods/methods.ts'
import { useTranslate } from '../use-translate.ts'
import { MethodMark } from '../marks/mark.tsx'
import { METHOD_NAME } from './controls.ts'
import { longestFreePlan } from './longest-free-plan.ts'
import { MethodPanel } from './method-panel.tsx'

/**
 * The session's methods: a row of tiles, and below it what the chosen one asks for. CSS moves each panel below the row, and
 * shows that of the checked radio button, so that choosing works before hydration. In the document a panel follows its
 * own radio button, so that the focus goes from the chosen tile to its fields.
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
    <div
      className={checkout.methods.length > 2 ? 'methods tiles' : 'methods tiles pair'}
      role="radiogroup"
      aria-label={t('method.group')}
    >
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
            <span className="aside" id={`method-${method}-aside`}>
              <BestWord method={method} checkout={checkout} />
            </span>
          </div>
          <div className="method-panel">
            <MethodMarks method={method} />
            <MethodPanel method={method} checkout={checkout} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** What stands beside the name of the only method. */
export function MethodAside({ method, checkout }: MethodProps) {
  const { Marks } = METHOD_PARTS[method]
  return (
    <span className="aside">
      {Marks ? <Marks /> : <BestWord method={method} checkout={checkout} />}
    </span>
  )
}

interface MethodProps {
  method: PaymentMethod
  checkout: PageCheckout
}

/** What speaks most for a method: its discount and price, its plans without interest, or how fast it is. */
function BestWord({ method, checkout }: MethodProps) {
  const t = useTranslate()
  const { aside } = METHOD_PARTS[method]
  const discount = checkout.methodDiscounts?.[method]
  const free = METHODS[method].needsSealedCard ? longestFreePlan(checkout.installments) : undefined
  return (
    <>
      {discount && (
        <>
          <bdi>{discount.text}</bdi>
          <b>{discount.total.text}</b>
        </>
      )}
      {free && <span>{t('installments.free-up-to', { count: free.count })}</span>}
      {aside && <span>{t(aside)}</span>}
    </>
  )
}

function MethodMarks({ method }: { method: PaymentMethod }) {
  const { Marks } = METHOD_PARTS[method]
  return (
    Marks && (
      <div className="aside">
        <Marks />
      </div>
    )
  )
}
