import type { Fetch } from '#contract/fetch.ts'
import { z } from 'zod'
import { CardEncryptionKey } from '#contract/checkout.ts'
import { verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { isFrameOrigin } from '#server/processors/frame-origins.ts'
import {
  type ProcessorByIds,
  type ProcessorNotification,
  ProcessorRefused,
  ProcessorSilent,
  type SimulatedEvent,
} from '#server/processors/processor.ts'
import { answerWithin } from './answer-within.ts'
import {
  CaptureAnswer,
  MovementsAnswer,
  PaymentAnswer,
  PaymentInquiryAnswer,
  RefundAnswer,
  RefundInquiryAnswer,
  SimulateAnswer,
  SimulatorNotification,
  paymentBodyOf,
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

/** A processor that can hold cards. */
export type HoldingProcessor = ProcessorByIds & Required<Pick<ProcessorByIds, 'capturePayment'>>

/** The adapter for the simulator's HTTP API. */
export function createSimulatedProcessor(options: SimulatedProcessorOptions): HoldingProcessor {
  const get = <T>(path: string, schema: z.ZodType<T>) => call(options, path, schema, 'GET')
  const post = <T>(path: string, schema: z.ZodType<T>, body: unknown = {}) =>
    call(options, path, schema, 'POST', body)
  const { baseUrl } = options
  return {
    name: 'simulated',
    cardEncryptionKey: () => get('/card-key', CardEncryptionKey),
    createPayment: (payment) => post('/payments', PaymentAnswer, paymentBodyOf(payment)),
    inquire: (paymentId) => get(`/payments/${paymentId}`, PaymentInquiryAnswer),
    cancelPayment: (paymentId) => post(`/payments/${paymentId}/cancel`, PaymentAnswer),
    capturePayment: ({ paymentId, amountMinor, currency }) =>
      post(`/payments/${paymentId}/capture`, CaptureAnswer, { amountMinor, currency }),
    createRefund: ({ refundId, paymentId, amountMinor, currency }) =>
      post('/refunds', RefundAnswer, { refundId, paymentId, amountMinor, currency }),
    inquireRefund: (refundId) => get(`/refunds/${refundId}`, RefundInquiryAnswer),
    listMovements: ({ since, cursor }) => {
      const query = new URLSearchParams({ since: since.toISOString(), ...(cursor && { cursor }) })
      return get(`/movements?${query.toString()}`, MovementsAnswer)
    },
    probe: async () => void (await get(`/payments/${UNUSED_ID}`, PaymentInquiryAnswer)),
    readNotification: (rawBody, headers) => readNotification(options, rawBody, headers),
    challengeFrameOrigins: [new URL(baseUrl).origin].filter(isFrameOrigin),
    sandbox: {
      testPayer: TEST_PAYER,
      sealedTestCard: async (behavior) =>
        sealTestCard(behavior, await get('/card-key', CardEncryptionKey)),
      simulate: (paymentId, event) => simulate(options, paymentId, event),
    },
  }
}

/** The id of no payment, for probes. */
const UNUSED_ID = 'pay_0'

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

/** The simulator's error for a card that it cannot decrypt. */
const NOT_READABLE = 'card_not_readable'

/** Statuses of answers. A 404 or 409 counts only with a body of the simulator, since a proxy may send these statuses, too. */
const ANSWERED: readonly number[] = [200, 404, 409]

async function exchange<T>(
  { fetch, baseUrl, secret, timeoutMs }: SimulatedProcessorOptions,
  path: string,
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  body?: unknown,
): Promise<{ status: number; answer: T }> {
  let isStaged = false
  let hasAnswered = false
  try {
    const { status, text } = await answerWithin(timeoutMs, fetch, baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (status === 422 && text.includes(NOT_READABLE))
      throw new ProcessorRefused('The simulator cannot decrypt this card')
    isStaged = status === 504 && text.includes(ANSWER_LOST)
    hasAnswered = !isStaged
    if (!ANSWERED.includes(status)) throw new Error(`status ${status}`)
    return { status, answer: schema.parse(JSON.parse(text)) }
  } catch (cause) {
    if (cause instanceof ProcessorRefused) throw cause
    const what = `The simulator did not answer ${method} ${path}`
    throw new ProcessorSilent(what, { cause, isStaged, hasAnswered })
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
): Promise<ProcessorNotification | readonly [] | undefined> {
  const secrets = [notificationSecret]
  const verdict = await verifyWebhookSignature({ headers, body: rawBody, secrets, now: clock() })
  if (!verdict.ok) return undefined
  const read = SimulatorNotification.safeParse(parseJson(rawBody))
  // The notification has an unknown form, as from a simulator that is newer than this process.
  if (!read.success) return []
  const { id: notificationId, paymentId, refundId } = read.data
  return { notificationId, paymentId, ...(refundId !== undefined && { refundId }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
