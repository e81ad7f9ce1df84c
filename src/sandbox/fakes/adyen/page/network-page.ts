import { html } from 'hono/html'
import { formatMoney } from '#domain/money.ts'
import { layout, row } from '../../shared/page.ts'
import type { Control } from '../control.ts'
import type { Payment } from '../records.ts'

const SHOWN = 20

/** What the network may do to a payment, for people who try the sandbox. */
const ACTS = {
  chargeback: 'Charge back',
  reverse: 'Give the chargeback back',
  'fail-capture': 'Fail the capture',
  expire: 'End the hold',
} as const
type Act = keyof typeof ACTS

const TEXTS = {
  locale: 'en',
  bank: 'Fake Adyen',
  ribbon: 'A fake of this sandbox: no real card, no real money',
}

/** The latest payments, with buttons for what the network does to them. */
export function networkPage(control: Control, refusal?: string) {
  const payments = control.payments().slice(-SHOWN).toReversed()
  return layout(
    TEXTS,
    'Payments',
    html`${refusal === undefined ? '' : html`<p role="alert">${refusal}</p>`}
    ${payments.length === 0 ? html`<p>Nobody has paid yet.</p>` : ''}
    ${payments.map((payment) => section(control, payment))}`,
  )
}

function section(control: Control, payment: Payment) {
  const { pspReference, reference, amount, card, result } = payment
  const { openValue, capturedValue, refundedValue } = control.booked(pspReference)
  const money = (value: number) => formatMoney({ amount: value, currency: amount.currency }, 'en')
  return html`<form method="post" action="/">
    <dl>
      ${row(reference, money(amount.value))}
      ${row(`${card.brand} …${card.lastFour}`, result?.resultCode ?? 'asked by its issuer')}
      ${row('Held', money(openValue))} ${row('Captured', money(capturedValue))}
      ${row('Refunded', money(refundedValue))}
    </dl>
    <input type="hidden" name="payment" value="${pspReference}" />
    ${Object.entries(ACTS).map(
      ([act, text]) => html`<button name="act" value="${act}">${text}</button>`,
    )}
  </form>`
}

/** Does what was pressed; returns why it cannot be done. */
export function act(control: Control, payment: string, pressed: unknown): string | undefined {
  const acts: Readonly<Record<Act, () => unknown>> = {
    chargeback: () => control.dispute(payment, { eventCode: 'CHARGEBACK' }),
    reverse: () => control.dispute(payment, { eventCode: 'CHARGEBACK_REVERSED' }),
    'fail-capture': () => control.failCapture(payment),
    expire: () => control.expire(payment),
  }
  try {
    const name = Object.keys(ACTS).find((one): one is Act => one === pressed)
    if (name === undefined) return 'There is no such button.'
    acts[name]()
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
