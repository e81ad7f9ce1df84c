import type { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { METHOD_PARTS } from '../methods/methods.ts'
import { Facts } from '../screens/facts.tsx'
import { Notice } from '../screens/notice.tsx'
import { FormWithoutScript } from './form-without-script.tsx'
import { addressOf, type Visit } from './visit.ts'

const TIME_LEFT_SHOWN_MS = 60 * 60_000

/** The session's methods as links; the chosen one shows its form. Cards show why they need JavaScript. */
export function ChoiceOfMethods({ visit }: { visit: Visit }) {
  const { checkout, form, payBy, t, words } = visit
  const { payment, methods } = checkout
  const live = payment?.status === 'requires_action' ? payment : null
  const leftMs = Date.parse(checkout.expiresAt) - Date.parse(checkout.now)
  // Methods that work without JavaScript come first.
  const ordered = methods.toSorted(
    (one, other) => Number(METHODS[other].hasPlainForm) - Number(METHODS[one].hasPlainForm),
  )
  return (
    <>
      {form?.problem?.code === 'form_stale' && (
        <Notice title={words.staleTitle}>{words.staleText}</Notice>
      )}
      <ul className="methods">
        {ordered.map((method) => (
          <li className="method" key={method}>
            <MethodWithoutScript method={method} visit={visit} />
          </li>
        ))}
      </ul>
      {live === null && payBy !== null && leftMs < TIME_LEFT_SHOWN_MS && (
        <Facts facts={[[words.payBy, payBy]]} />
      )}
      {live !== null && (
        <a className="plain" href={addressOf(visit, {})}>
          {t(`pay.return.${live.method}`)}
        </a>
      )}
    </>
  )
}

function MethodWithoutScript({ method, visit }: { method: PaymentMethod; visit: Visit }) {
  const { checkout, form, t, words } = visit
  const { aside } = METHOD_PARTS[method]
  const discount = checkout.methodDiscounts?.[method]
  if (!METHODS[method].hasPlainForm) {
    return (
      <div className="method-form">
        <p className="method-name">{words.cardTitle}</p>
        <p className="how">{words.cardText}</p>
      </div>
    )
  }
  const isChosen = form?.method === method
  return (
    <>
      <div className="method-choice">
        {isChosen ? (
          <strong className="method-name">{t(`method.${method}`)}</strong>
        ) : (
          <a className="method-name" href={addressOf(visit, { pay: method })}>
            {t(`method.${method}.heading`)}
          </a>
        )}
        {(discount ?? aside) && (
          <span className="aside">
            {discount && <bdi>{discount.text}</bdi>}
            {discount && <b>{discount.total.text}</b>}
            {aside && <span>{t(aside)}</span>}
          </span>
        )}
      </div>
      {isChosen && <FormWithoutScript form={form} visit={visit} />}
    </>
  )
}
