import { html } from 'hono/html'
import type { ArrivalCheck } from './check-arrival.ts'
import { type Html, layout, price, STORE_NAME } from './layout.ts'
import { openSession, type Order, type OrderState, proofOf, stateOf, totalMinor } from './order.ts'

import { WAITING_SCRIPT } from './waiting-script.ts'

/**
 * `confirming`: the shopper came back by a link with a valid signature before the event arrived. Only the page shows this
 * state; the order stays unpaid.
 */
type ShownState = OrderState | 'confirming'

const STATUS: Record<ShownState, { label: string; heading: string }> = {
  unpaid: { label: 'Waiting for payment', heading: 'Your order is waiting' },
  processing: { label: 'Payment in progress', heading: 'Your payment is on its way' },
  confirming: { label: 'Confirming the payment', heading: 'One moment, please' },
  paid: { label: 'Paid', heading: 'Thank you. It is yours.' },
  refunded: { label: 'Refunded', heading: 'Your money is on its way back' },
  taken_back: { label: 'Returned by your bank', heading: 'Your bank has returned the money' },
  canceled: { label: 'Not paid', heading: 'You came back without paying' },
  expired: { label: 'Not paid', heading: 'The payment page has expired' },
}

/** The version that the waiting page polls for. */
export function orderVersion(order: Order): string {
  return `${stateOf(order)}-${order.events.length}`
}

export function orderPage(order: Order, check: ArrivalCheck): Html {
  const state = shownState(stateOf(order), check)
  const { label, heading } = STATUS[state]
  const waits = state === 'unpaid' || state === 'processing' || state === 'confirming'
  return layout({
    title: `${label} · Order ${order.id} · ${STORE_NAME}`,
    ...(waits ? { head: waiting } : {}),
    body: html`<article
      class="order"
      data-address="/orders/${order.id}/version"
      data-version="${orderVersion(order)}"
    >
      <p class="status ${state}" role="status">${label}</p>
      <h1>${heading}</h1>
      <div class="receipt">
        <div class="picture">
          <img src="/assets/${order.product.slug}.svg" alt="" width="80" height="80" />
        </div>
        <div>
          ${order.quantity} × ${order.product.name}
          <small>${order.variant}</small>
          <small>Order ${order.id}</small>
        </div>
        ${price(totalMinor(order))}
      </div>
      ${wayOn(order, state)}
      <section class="proof">
        <h2>How this shop knows</h2>
        <p>
          An order is paid when a verified notification says so, never because a browser came back.
        </p>
        <ol class="steps">
          ${placed(order)}${arrived(order, check)}${notified(order)}
        </ol>
      </section>
    </article>`,
  })
}

const waiting = html`<script
    type="module"
    src="${WAITING_SCRIPT.path}"
    integrity="${WAITING_SCRIPT.integrity}"
  ></script>
  <noscript><meta http-equiv="refresh" content="2" /></noscript>`

function shownState(state: OrderState, check: ArrivalCheck): ShownState {
  if (state !== 'unpaid' || check.kind !== 'verified') return state
  switch (check.arrival.status) {
    case 'complete':
      return 'confirming'
    case 'canceled':
      return 'canceled'
    case 'expired':
      return 'expired'
    // This shop takes the money at once: it asks for no authorization.
    case 'authorized':
    case 'open':
    default:
      return state
  }
}

function wayOn(order: Order, state: ShownState): Html {
  const open = openSession(order)
  if ((state === 'unpaid' || state === 'processing') && open !== undefined) {
    return html`<a class="button wide" href="${open.url}">Continue to payment</a>`
  }
  if (state === 'unpaid' || state === 'canceled' || state === 'expired') {
    return html`<form method="post" action="/orders/${order.id}/payment-page">
      <button class="button wide">Pay this order</button>
    </form>`
  }
  return html``
}

function placed(order: Order): Html {
  return html`<li>
    <h3>Order placed</h3>
    ${facts([
      ['Order', order.id],
      ['Session', order.sessions.at(-1)?.id ?? 'none yet'],
      ['Time', time(order.placedAt)],
    ])}
  </li>`
}

function arrived(order: Order, check: ArrivalCheck): Html {
  switch (check.kind) {
    case 'none':
      return html``
    case 'refused':
      return html`<li class="refused">
        <h3>Came back from the payment page</h3>
        <p class="no">Arrival signature refused</p>
        <p>${check.message}</p>
        ${facts([['Reason', check.reason]])}
      </li>`
    case 'verified':
      return html`<li class="verified">
        <h3>Came back from the payment page</h3>
        <p class="ok">Arrival signature verified</p>
        ${facts([
          ['Session', check.arrival.sessionId],
          ['Status', check.arrival.status],
        ])}
      </li>`
  }
}

function notified(order: Order): Html {
  const proof = proofOf(order) ?? order.events.findLast(({ applied }) => applied)
  if (proof === undefined) return html`<li><h3>Waiting for a notification</h3></li>`
  return html`<li class="verified">
    <h3>${proofOf(order) === undefined ? 'Last notification' : 'Notification of the payment'}</h3>
    <p class="ok">Notification signature verified</p>
    ${facts([
      ['Type', proof.type],
      ['Id', proof.id],
      ['Sequence', String(proof.sequence)],
      ['Sent', proof.timestamp],
      ['Received', time(proof.receivedAt)],
    ])}
  </li>`
}

function facts(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd><code>${value}</code></dd>`,
    )}
  </dl>`
}

function time(at: Date): string {
  return at.toISOString()
}
