import { factsAmong } from '#server/processors/adyen/facts.ts'
import { foldDisputes } from '#server/processors/adyen/fold-disputes.ts'
import { foldPayment, isFraudReported } from '#server/processors/adyen/fold-payment.ts'
import { foldRefund } from '#server/processors/adyen/fold-refund.ts'
import { readNotification } from '#server/processors/adyen/read-notification.ts'
import type {
  KnownPayment,
  ProcessorInquiry,
  ProcessorNotification,
} from '#server/processors/processor.ts'
import { signedItem, webhookOf, type Item } from '../../testing/adyen/signed-webhook.ts'

const KEY = '11'.repeat(32)
const PAYMENT_ID = 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'

export interface Body {
  type?: string
  eventType?: string
  live?: unknown
  notificationItems?: { NotificationRequestItem: Item }[]
}

/** What is read of a body as it is, signed for the merchant account that it names. */
export function readAsItIs(body: Body): readonly ProcessorNotification[] | undefined {
  const [item] = itemsOf(body)
  return read(body, (one) => one, String(item?.['merchantAccountCode']))
}

/** What an example means for a payment that it names; a member is absent where it means nothing. */
export interface Played {
  /** The outcome of one that is not captured. */
  held?: string
  /** What moves of one that is. */
  moved?: string
  refund?: string
  step?: string
  isFraud?: true
}

/** As if each item named a payment of ours, of its amount. */
export function play(body: Body): Played | undefined {
  const read = readOurs(body)
  if (read === undefined) return undefined
  const facts = factsAmong(read.flatMap(({ facts: kept }) => (kept === undefined ? [] : [kept])))
  const [fact] = facts
  if (fact === undefined) return undefined
  const { psp, minor, currency } = fact
  const known: KnownPayment = {
    paymentId: PAYMENT_ID,
    method: 'card',
    amountMinor: minor ?? 0,
    currency,
    references: {},
    state: {},
    facts: [],
  }
  const refund = { refundId: 're_0Tq4mFhZ7Rk2vXw9sLd3Ye', paymentId: PAYMENT_ID, amountMinor: 1 }
  const { status } = foldRefund(
    { ...refund, currency, references: { processorReference: psp }, state: {}, payment: known },
    facts,
  )
  const [dispute] = foldDisputes(facts)
  const held = describe(foldPayment(known, facts))
  const moved = moves(foldPayment({ ...known, state: { capture: psp } }, facts))
  return {
    ...(held !== 'not_known_yet' && { held }),
    ...(moved !== '' && { moved }),
    ...(fact.code.includes('REFUND') && { refund: status }),
    ...(dispute && { step: dispute.step }),
    ...(isFraudReported(facts) && { isFraud: true }),
  }
}

function readOurs(body: Body): readonly ProcessorNotification[] | undefined {
  const ours = { merchantReference: PAYMENT_ID, merchantAccountCode: 'NorteBR' }
  return read(body, (item) => ({ ...item, ...ours }), 'NorteBR')
}

function read(body: Body, change: (item: Item) => Item, merchantAccount: string) {
  const items = itemsOf(body).map((item) => signedItem(change(item), KEY))
  const rawBody = JSON.stringify({
    ...body,
    ...(body.notificationItems && webhookOf(items, {})),
  })
  const environment = body.live === 'true' ? 'production' : 'sandbox'
  return readNotification(rawBody, { environment, merchantAccount, hmacKeys: [KEY] })
}

function itemsOf({ notificationItems = [] }: Body): Item[] {
  return notificationItems.map(({ NotificationRequestItem }) => NotificationRequestItem)
}

function describe(outcome: ProcessorInquiry): string {
  if (outcome.status === 'authorized') return `holds ${outcome.authorizedMinor} ${outcome.currency}`
  if (outcome.status === 'succeeded') return `captured ${outcome.capturedMinor} ${outcome.currency}`
  if (outcome.status === 'voided') return `released, ${outcome.reason}`
  return outcome.status === 'failed' ? outcome.declineCode : outcome.status
}

function moves(outcome: ProcessorInquiry): string {
  if (outcome.status !== 'succeeded') return outcome.status
  const { reversedMinor = 0, reinstatedMinor = 0, reversalKind } = outcome
  return [
    ...(reversedMinor > 0 ? [`${reversedMinor} back as ${reversalKind}`] : []),
    ...(reinstatedMinor > 0 ? [`${reinstatedMinor} again`] : []),
  ].join(', ')
}
