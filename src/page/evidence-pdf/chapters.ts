import type { DisputeEvidence, EvidenceKind } from '#contract/dispute-evidence.ts'
import { formatInstant } from '#domain/format-date.ts'
import { formatMoney } from '#domain/money.ts'

/** A part of the evidence: rows of a label and its value. */
export interface Chapter {
  title: string
  rows: readonly (readonly [label: string, value: string])[]
  note?: string | undefined
}

const HAPPENED: Record<EvidenceKind, string> = {
  session_created: 'The shop made the order',
  page_opened: 'The shopper opened the payment page',
  pay_pressed: 'The shopper pressed "Pay"',
  bank_asked: "The card's issuer asked the shopper (3-D Secure)",
  authorized: 'The issuer authorised the amount',
  captured: 'The payment succeeded',
  receipt_mailed: 'The receipt was e-mailed',
  shop_confirmed: "The shop's server confirmed",
}

const NOT_KEPT =
  "The shopper's IP address and device are not kept, and so are not in this document."

export function chaptersOf(evidence: DisputeEvidence): Chapter[] {
  return [
    disputeOf(evidence),
    merchantOf(evidence),
    orderOf(evidence),
    paymentOf(evidence),
    customerOf(evidence),
    historyOf(evidence),
    refundsOf(evidence),
  ]
}

type Rows = (readonly [label: string, value: string | null])[]

/** Without what is not known. */
function known(rows: Rows): Chapter['rows'] {
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))
}

function disputeOf(evidence: DisputeEvidence): Chapter {
  const { dispute, environment } = evidence
  const { network, reasonCode, reason, respondBy, steps } = dispute
  const why = [network, reasonCode, reason].filter((part) => part !== null)
  const proof = dispute.respondByIsProven ? '' : ' (as the processor says, not proven)'
  return {
    title: 'Dispute',
    rows: known([
      ['Environment', environment === 'sandbox' ? 'sandbox: a test, no money moved' : null],
      ['Reference', dispute.processorReference],
      ['Amount', formatMoney(dispute, 'en')],
      ['Reason', why.join(' ') || null],
      ['State', spaced(`${dispute.stage}, ${dispute.status}`)],
      ['Respond by', respondBy && `${timeIn(evidence, respondBy)}${proof}`],
      ...steps.map(({ kind, at }) => [spaced(kind), timeIn(evidence, at)] as const),
      ['Made', timeIn(evidence, evidence.madeAt)],
    ]),
  }
}

function merchantOf({ merchant }: DisputeEvidence): Chapter {
  return {
    title: 'Merchant',
    rows: known([
      ['Name', merchant.name],
      ['Registered as', merchant.legalName],
      ['Tax number', merchant.taxId],
      ['E-mail', merchant.supportEmail],
      ['Phone', merchant.supportPhone],
      ['Terms', merchant.termsUrl],
      ['Privacy', merchant.privacyUrl],
    ]),
  }
}

function orderOf({ order }: DisputeEvidence): Chapter {
  const { currency } = order
  const money = (amount: number) => formatMoney({ amount, currency }, 'en')
  const added = [order.shipping, order.tax].filter((part) => part !== null)
  return {
    title: 'Order',
    rows: known([
      ['Reference', order.reference],
      ['Session', order.sessionId],
      ['Description', order.description],
      ...order.lineItems.map(({ name, quantity, unitAmount, description }) => {
        const text = description === undefined ? name : `${name} (${description})`
        return [money(quantity * unitAmount), `${quantity} x ${text}`] as const
      }),
      ...order.discounts.map(({ label, amount }) => [`-${money(amount)}`, label] as const),
      ...added.map(({ label, amount }) => [money(amount), label] as const),
      ['Total', money(order.amount)],
    ]),
  }
}

function paymentOf({ payment, threeDSecure }: DisputeEvidence): Chapter {
  const { card, currency, amountCaptured, installments } = payment
  const taken = { amount: amountCaptured ?? 0, currency: payment.currencyCaptured ?? currency }
  return {
    title: 'Payment',
    rows: known([
      ['Payment', payment.id],
      ['Method', payment.method],
      ['Amount', formatMoney({ amount: payment.amount, currency }, 'en')],
      ['Taken', formatMoney(taken, 'en')],
      ['Installments', installments > 1 ? String(installments) : null],
      ['Card', card && `${card.brand ?? 'number'} ending in ${card.lastFour}`],
      ['Authorisation code', payment.authorizationCode ?? null],
      ['3-D Secure', threeDSecure],
      ['Processor reference', payment.processorReference ?? null],
      ['End-to-end id', payment.endToEndId ?? null],
      ['Txid', payment.txid ?? null],
      ['Boleto number', payment.boletoNumber ?? null],
    ]),
  }
}

function customerOf(evidence: DisputeEvidence): Chapter {
  const { customer, person, personRemovedAt } = evidence
  const { line1, line2, district, city, state, postalCode, country } =
    customer?.billingAddress ?? {}
  const address = [line1, line2, district, city, state, postalCode, country]
    .filter(Boolean)
    .join(', ')
  const notes: Record<typeof person, string | undefined> = {
    given: undefined,
    unknown: "The shopper's data was not asked for.",
    removed: `The shopper's data was removed on ${timeIn(evidence, personRemovedAt ?? evidence.madeAt)}, after the time for which it is kept.`,
    withheld: "The shopper's data is left out: whoever made this document may not read it.",
  }
  return {
    title: 'Customer',
    rows: known([
      ['Name', customer?.name ?? null],
      ['E-mail', customer?.email ?? null],
      ['Phone', customer?.phone ?? null],
      ['Tax number', customer?.taxId ?? null],
      ['Billing address', address || null],
    ]),
    note: notes[person],
  }
}

function historyOf(evidence: DisputeEvidence): Chapter {
  return {
    title: 'What happened',
    rows: evidence.history.map(({ at, kind, eventType }) => {
      // An older reader may be told of a newer kind.
      const text = (HAPPENED as Partial<typeof HAPPENED>)[kind] ?? kind
      return [timeIn(evidence, at), eventType === null ? text : `${text}: ${eventType}`] as const
    }),
    note: NOT_KEPT,
  }
}

function refundsOf(evidence: DisputeEvidence): Chapter {
  const { refunds } = evidence
  return {
    title: 'Refunds',
    rows: refunds.map(({ createdAt, status, reason, ...money }) => {
      const what = `${formatMoney(money, 'en')}, ${status}`
      return [timeIn(evidence, createdAt), reason === null ? what : `${what}: ${reason}`] as const
    }),
    note: refunds.length === 0 ? 'None.' : undefined,
  }
}

/** A value of the API as people write it. */
function spaced(value: string): string {
  return value.replaceAll('_', ' ')
}

function timeIn({ merchant }: DisputeEvidence, at: string): string {
  return formatInstant(at, 'en', merchant.timeZone)
}
