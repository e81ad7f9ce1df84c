import type { Fetch } from '../../contract/fetch.ts'
import { z } from 'zod'
import { CardEncryptionKey } from '../../contract/checkout.ts'
import { verifyWebhookSignature } from '../../domain/webhook-signature.ts'
import {
  type Processor,
  ProcessorSilent,
  type SimulatedEvent,
} from '../../server/processors/processor.ts'
import { answerWithin } from './answer-within.ts'
import {
  MovementsAnswer,
  PaymentAnswer,
  PaymentInquiryAnswer,
  RefundAnswer,
  RefundInquiryAnswer,
  SimulateAnswer,
  SimulatorNotification,
} from './simulator-messages.ts'
import { sealTestCard } from './seal-test-card.ts'
import { TEST_PAYER } from './test-payers.ts'

export interface SimulatedProcessorOptions {
  /** The network's `fetch`, or the simulator's own when it runs in this process. */
  fetch: Fetch
  /** The simulator's base URL, up to and with `/simulator`. */
  baseUrl: string
  /** The bearer token of the simulator's API. */
  secret: string
  timeoutMs: number
  /** The `whsec_` secret that signs the simulator's notifications. */
  notificationSecret: string
  clock: () => Date
}

/** The adapter for the simulator's HTTP API. */
export function createSimulatedProcessor(options: SimulatedProcessorOptions): Processor {
  const get = <T>(path: string, schema: z.ZodType<T>) => call(options, path, schema, 'GET')
  const post = <T>(path: string, schema: z.ZodType<T>, body: unknown = {}) =>
    call(options, path, schema, 'POST', body)
  return {
    name: 'simulated',
    cardEncryptionKey: () => get('/card-key', CardEncryptionKey),
    createPayment: (payment) => post('/payments', PaymentAnswer, payment),
    inquire: (paymentId) => get(`/payments/${paymentId}`, PaymentInquiryAnswer),
    cancelPayment: (paymentId) => post(`/payments/${paymentId}/cancel`, PaymentAnswer),
    createRefund: (refund) => post('/refunds', RefundAnswer, refund),
    inquireRefund: (refundId) => get(`/refunds/${refundId}`, RefundInquiryAnswer),
    listMovements: ({ since, cursor }) => {
      const query = new URLSearchParams({ since: since.toISOString(), ...(cursor && { cursor }) })
      return get(`/movements?${query.toString()}`, MovementsAnswer)
    },
    readNotification: (rawBody, headers) => readNotification(options, rawBody, headers),
    sandbox: {
      testPayer: TEST_PAYER,
      sealedTestCard: async (behavior) =>
        sealTestCard(behavior, await get('/card-key', CardEncryptionKey)),
      simulate: (paymentId, event) => simulate(options, paymentId, event),
    },
  }
}

async function call<T>(
  options: SimulatedProcessorOptions,
  path: string,
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  body?: unknown,
): Promise<T> {
  return (await exchange(options, path, schema, method, body)).answer
}

/** The simulator's error for a silent payment. */
const ANSWER_LOST = 'answer_lost'

/** A 404 or 409 counts only with a body of the simulator: a proxy may send these, too. */
const ANSWERED: readonly number[] = [200, 404, 409]

async function exchange<T>(
  { fetch, baseUrl, secret, timeoutMs }: SimulatedProcessorOptions,
  path: string,
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  body?: unknown,
): Promise<{ status: number; answer: T }> {
  let isStaged = false
  try {
    const { status, text } = await answerWithin(timeoutMs, fetch, baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    isStaged = status === 504 && text.includes(ANSWER_LOST)
    if (!ANSWERED.includes(status)) throw new Error(`status ${status}`)
    return { status, answer: schema.parse(JSON.parse(text)) }
  } catch (cause) {
    throw new ProcessorSilent(`The simulator did not answer ${method} ${path}`, { cause, isStaged })
  }
}

async function simulate(
  options: SimulatedProcessorOptions,
  paymentId: string,
  { type: outcome, ...details }: SimulatedEvent,
) {
  const path = `/payments/${paymentId}/simulate`
  const body = { outcome, ...details }
  const { status } = await exchange(options, path, SimulateAnswer, 'POST', body)
  if (status === 404) return 'not_found'
  return status === 409 ? 'not_possible' : 'done'
}

async function readNotification(
  { notificationSecret, clock }: SimulatedProcessorOptions,
  rawBody: string,
  headers: Headers,
) {
  const secrets = [notificationSecret]
  const verdict = await verifyWebhookSignature({ headers, body: rawBody, secrets, now: clock() })
  if (!verdict.ok) return undefined
  const { id: notificationId, paymentId } = SimulatorNotification.parse(JSON.parse(rawBody))
  return { notificationId, paymentId }
}
