import { z } from 'zod'
import { CardEncryptionKey } from '../../contract/checkout.ts'
import { verifyWebhookSignature } from '../../domain/webhook-signature.ts'
import { type Processor, ProcessorSilent } from '../processor.ts'
import { answerWithin, type Fetch } from './answer-within.ts'
import {
  PaymentAnswer,
  PaymentInquiryAnswer,
  RefundAnswer,
  RefundInquiryAnswer,
  SimulatorNotification,
} from './simulator-messages.ts'

export interface SimulatedProcessorOptions {
  /** The network's `fetch`, or the simulator's own when it runs in this process. */
  fetch: Fetch
  /** Up to and with `/simulator`. */
  baseUrl: string
  /** The bearer secret of the simulator's API. */
  secret: string
  timeoutMs: number
  /** The `whsec_` secret with which the simulator signs its notifications. */
  notificationSecret: string
  clock: () => Date
}

/** The processor of the sandbox: the simulator behind its HTTP API. */
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
    readNotification: (rawBody, headers) => readNotification(options, rawBody, headers),
  }
}

async function call<T>(
  { fetch, baseUrl, secret, timeoutMs }: SimulatedProcessorOptions,
  path: string,
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  body?: unknown,
): Promise<T> {
  try {
    const { status, text } = await answerWithin(timeoutMs, fetch, baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // 404 carries an answer when the simulator says it, and none when something between says it.
    if (status !== 200 && status !== 404) throw new Error(`status ${status}`)
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new ProcessorSilent(`The simulator did not answer ${method} ${path}`, { cause })
  }
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
