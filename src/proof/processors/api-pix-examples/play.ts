import type { Json } from '../../documents/json.ts'
import type { KnownPayment } from '#server/processors/processor.ts'
import { type Asked, openTestAdapter, SETTINGS } from '../../testing/api-pix/open-test-adapter.ts'
import type { Call, Outcome } from './outcomes.ts'
import {
  E2E_ID,
  LISTED_SINCE,
  MADE_AT,
  PAYMENT_ID,
  PIX_KEY,
  RECEIVER,
  REFUND_ID,
  TXID,
  WEBHOOK_URL,
} from './values.ts'

const HOUR_MS = 3_600_000

const PAYMENT = {
  paymentId: PAYMENT_ID,
  amountMinor: 3700,
  currency: 'BRL',
  merchantId: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
  merchantName: 'Loja',
  description: 'Serviço realizado.',
  customer: { name: 'Empresa de Serviços SA', taxId: '12345678000195' },
  returnUrl: 'https://pay.example/',
  method: { type: 'pix', expiresAt: new Date(Date.parse(MADE_AT) + HOUR_MS) },
} as const

const KNOWN: KnownPayment = {
  paymentId: PAYMENT_ID,
  method: 'pix',
  amountMinor: 3700,
  currency: 'BRL',
  references: { txid: TXID, endToEndId: E2E_ID },
  state: { pixCount: 1 },
  facts: [],
}
const REFUND = { refundId: REFUND_ID, paymentId: PAYMENT_ID, amountMinor: 789, currency: 'BRL' }

interface Played {
  ended: unknown
  asked: Asked[]
  /** Number of answers that were left over, without a request. */
  left: number
  unknownFields: string[]
}

/** Makes a call of the adapter at a bank that answers with examples, which by default have the `txid` of our payment. */
export async function play(
  { call, replies, at }: Outcome,
  valueOf: (example: string) => Json,
  change: (value: Json) => Json = ours,
): Promise<Played> {
  const answers = replies.map((reply): [status: number, body?: unknown] => {
    const [status = '', example] = reply.split(' ')
    return [Number(status), example === undefined ? undefined : change(valueOf(example))]
  })
  // The examples are the content of the notification, not answers to requests.
  const notified = call === 'readNotification' ? answers.splice(0) : []
  const unknownFields: string[] = []
  const { processor, asked, register } = openTestAdapter(answers, {
    clock: () => new Date(at),
    settings: { ...SETTINGS, pixKey: PIX_KEY, receiver: RECEIVER },
    notificationUrl: WEBHOOK_URL,
    onUnknownField: (name) => unknownFields.push(name),
  })
  const calls: Record<Call, () => Promise<unknown>> = {
    createPayment: () => processor.createPayment(PAYMENT),
    inquire: () => processor.inquire(PAYMENT_ID, KNOWN),
    cancelPayment: () => processor.cancelPayment(PAYMENT_ID, KNOWN),
    createRefund: () => processor.createRefund(REFUND, KNOWN),
    inquireRefund: () =>
      processor.inquireRefund(REFUND_ID, { ...REFUND, payment: KNOWN, references: {}, state: {} }),
    async listMovements() {
      const movements = []
      for (let cursor: string | undefined; ;) {
        const page = await processor.listMovements?.({
          since: new Date(LISTED_SINCE),
          ...(cursor !== undefined && { cursor }),
        })
        movements.push(...(page?.movements ?? []))
        if (page?.next === undefined) return movements
        cursor = page.next
      }
    },
    async readNotification() {
      const arrival = { path: '/pix', isCertified: true }
      const body = JSON.stringify({ pix: notified.map(([, pix]) => pix) })
      const read = await processor.readNotification(body, new Headers(), arrival)
      return [read ?? []].flat().map(({ paymentId }) => paymentId)
    },
    registerWebhook: register,
    checkWebhook: async () => processor.checks?.find(({ name }) => name === 'webhook')?.run(),
  }
  const ended = await calls[call]().catch((error: unknown) => String(error))
  return { ended, asked, left: answers.length - asked.length, unknownFields }
}

/** The value with our `txid` in place of another system's. */
function ours(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (key, member: Json) =>
    key === 'txid' ? TXID : member,
  ) as Json
}
