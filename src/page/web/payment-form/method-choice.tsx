import type { PageCheckout } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import { METHOD_PARTS } from '../methods/methods.ts'
import { useSay } from '../use-say.ts'
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
  const say = useSay()
  return (
    <div className="methods" role="radiogroup" aria-label={say('method.group')}>
      {checkout.methods.map((method) => (
        <div className="method" key={method}>
          <div className="method-choice">
            <input
              type="radio"
              name="payment-method"
              id={`method-${method}`}
              value={method}
              defaultChecked={method === initialMethod}
              {...(METHOD_PARTS[method].aside !== null && {
                'aria-describedby': `method-${method}-aside`,
              })}
            />
            <label htmlFor={`method-${method}`}>{say(`method.${method}`)}</label>
            <MethodAside method={method} country={checkout.merchant.country} />
          </div>
          <div className="method-panel">
            <MethodPanel method={method} checkout={checkout} />
          </div>
        </div>
      ))}
    </div>
  )
}

function MethodAside({ method, country }: { method: PaymentMethod; country: string }) {
  const say = useSay()
  const { aside, Marks } = METHOD_PARTS[method]
  return (
    <span className="aside" id={`method-${method}-aside`}>
      {Marks !== null && <Marks country={country} />}
      {aside !== null && say(aside)}
    </span>
  )
}
