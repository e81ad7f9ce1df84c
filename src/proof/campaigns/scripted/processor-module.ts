import type { CardEncryptionKey } from '#contract/checkout.ts'
import type { Fetch } from '#contract/fetch.ts'
import { paymentBodyOf } from '#sandbox/simulator/simulator-messages.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'
import {
  ProcessorSilent,
  type CaptureAnswer,
  type Processor,
  type ProcessorByIds,
  type ProcessorInquiry,
  type ProcessorMovements,
  type ProcessorNotification,
  type ProcessorOutcome,
  type ProcessorRefund,
} from '#server/processors/processor.ts'
import { ResponseError } from './response-error.ts'

export interface ScriptedModuleOptions {
  /** The bank's base URL. */
  baseUrl: string
  /** Authorizes calls, and authenticates webhooks. */
  secret: string
  fetch: Fetch
  cardKey: CardEncryptionKey
}

interface Webhook {
  id: string
  paymentId: string
  /** The refund whose money came back, or was sent after all. */
  refundId?: string
}

export const WEBHOOK_SECRET_HEADER = 'x-bank-secret'
const ANSWERED: readonly number[] = [200, 404, 409]
/** The status of a gateway's timeout, which counts as no answer. */
const GATEWAY_TIMEOUT = 504

/**
 * A processor's module as an operator may write one: it throws `ProcessorSilent` without an answer, and its HTTP
 * client's own error for a 4xx or 5xx.
 */
export function createScriptedModule(options: ScriptedModuleOptions): ProcessorByIds {
  const { secret, cardKey } = options
  const get = <T>(path: string) => call<T>(options, 'GET', path)
  const post = <T>(path: string, body: unknown = {}) => call<T>(options, 'POST', path, body)
  return {
    name: 'scripted',
    cardEncryptionKey: async () => cardKey,
    createPayment: (payment) => post<ProcessorOutcome>('/payments', paymentBodyOf(payment)),
    inquire: (paymentId) => get<ProcessorInquiry>(`/payments/${paymentId}`),
    cancelPayment: (paymentId) => post<ProcessorOutcome>(`/payments/${paymentId}/cancel`),
    capturePayment: ({ paymentId, amountMinor, currency, sentAt }) =>
      post<CaptureAnswer>(`/payments/${paymentId}/capture`, { amountMinor, currency, sentAt }),
    createRefund: ({ refundId, paymentId, amountMinor, currency }) =>
      post<ProcessorRefund>('/refunds', { refundId, paymentId, amountMinor, currency }),
    inquireRefund: (refundId) =>
      get<ProcessorRefund | { status: 'not_found' }>(`/refunds/${refundId}`),
    async listMovements() {
      const { movements } = await get<ProcessorMovements>('/movements')
      return {
        movements: movements.map((movement) => ({ ...movement, at: new Date(movement.at) })),
      }
    },
    async readNotification(rawBody, headers) {
      if (headers.get(WEBHOOK_SECRET_HEADER) !== secret) return undefined
      const { id, ...about } = JSON.parse(rawBody) as Webhook
      return { notificationId: id, ...about } satisfies ProcessorNotification
    },
  }
}

async function call<T>(
  { baseUrl, secret, fetch }: ScriptedModuleOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const url = baseUrl + path
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const data = body === undefined ? undefined : JSON.stringify(body)
  const { status, text } = await answerOf(
    fetch,
    new Request(url, { method, headers, ...(data && { body: data }) }),
  )
  if (!ANSWERED.includes(status))
    throw new ResponseError({ method, url, headers, data }, { status, data: text })
  return JSON.parse(text) as T
}

async function answerOf(fetch: Fetch, request: Request): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(request)
    const text = await response.text()
    if (response.status === GATEWAY_TIMEOUT) throw new Error('the gateway timed out')
    return { status: response.status, text }
  } catch (cause) {
    throw new ProcessorSilent('the bank did not answer', { cause })
  }
}

/**
 * Value of PROCESSOR: the bank's address, secret and key come by variables.
 *
 * @public
 */
export function createProcessor({ variables }: ProcessorContext): Processor {
  const read = (name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`${name} is not set`)
    return value
  }
  return createScriptedModule({
    baseUrl: read('SCRIPTED_URL'),
    secret: read('SCRIPTED_SECRET'),
    cardKey: JSON.parse(read('SCRIPTED_CARD_KEY')) as CardEncryptionKey,
    fetch: (request) => fetch(request),
  })
}
