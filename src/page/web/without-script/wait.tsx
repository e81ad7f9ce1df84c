import { Facts } from '../screens/facts.tsx'
import { addressOf, AFTER_FORM, type Visit } from './visit.ts'

/** A deadline instead of a countdown, which needs JavaScript. */
export function WaitForPayment({ visit }: { visit: Visit }) {
  const { payBy, words } = visit
  return (
    <>
      {payBy !== null && <Facts facts={[[words.payBy, payBy]]} />}
      <p className="assure">{words.waiting}</p>
      <div className="actions">
        <CheckNow visit={visit} />
        <PayAnotherWay visit={visit} />
      </div>
    </>
  )
}

export function CheckNow({ visit }: { visit: Visit }) {
  return (
    <a className="plain" href={addressOf(visit, AFTER_FORM)}>
      {visit.words.checkNow}
    </a>
  )
}

export function PayAnotherWay({ visit }: { visit: Visit }) {
  return (
    <a className="plain" href={addressOf(visit, { pay: '' })}>
      {visit.t('pay.another-way')}
    </a>
  )
}
