import type { CreatePaymentInput } from '../../../contract/checkout.ts'
import type { PageCheckout, PageProblem } from '../../../contract/page.ts'
import { answerParser } from './answer-parser.ts'

const READ_TIMEOUT_MS = 15_000
const PAY_TIMEOUT_MS = 40_000
/** Whoever wants to leave is not kept. */
const CANCEL_TIMEOUT_MS = 3_000

/** The checkout answered, and the answer is no. */
export class CheckoutRefused extends Error {
  override name = 'CheckoutRefused'
  readonly status: number
  readonly problem: PageProblem

  constructor(status: number, problem: PageProblem) {
    super(problem.code)
    this.status = status
    this.problem = problem
  }
}

/** Nobody knows whether the checkout got the call: no connection, a time-out, or something that is no answer of it. */
export class AnswerMissing extends Error {
  override name = 'AnswerMissing'
}

/** The checkout answered, and what reads its answers is no longer served: only another load of the page goes on. */
export class ScriptGone extends Error {
  override name = 'ScriptGone'
}

/** The call was understood, and not begun. */
const PUT_OFF = ['rate_limited', 'payments_unavailable']

/** Whether the call may have had its effect all the same, so that only the same call, or a look, can tell. */
export function mayHaveHappened(error: unknown): boolean {
  if (error instanceof AnswerMissing) return true
  if (!(error instanceof CheckoutRefused) || isPutOff(error)) return false
  return error.status >= 500 || error.problem.code === 'idempotency_in_progress'
}

/** Refused for now, whatever became of the same call before. */
export function isPutOff(error: unknown): boolean {
  return error instanceof CheckoutRefused && PUT_OFF.includes(error.problem.code)
}

/** Refused because of another attempt, whose outcome only the state of the session tells. */
export function tellsOfAnother(error: unknown): boolean {
  return (
    error instanceof CheckoutRefused &&
    (error.problem.code === 'payment_in_progress' || error.problem.code === 'already_paid')
  )
}

/** The few calls that the page makes, all to its own origin. */
export interface CheckoutApi {
  read(signal: AbortSignal): Promise<PageCheckout>
  /** The same key means the same press of the button: it pays once, however often it is sent. */
  pay(payment: CreatePaymentInput, idempotencyKey: string): Promise<PageCheckout>
  completeAction(paymentId: string): Promise<PageCheckout>
  /** The shopper goes back to the shop. */
  cancel(): Promise<PageCheckout>
  eventsUrl(afterVersion: number): string
}

interface PostOptions {
  headers?: Record<string, string>
  timeoutMs?: number
}

export function createCheckoutApi(
  fetch: typeof globalThis.fetch,
  reference: string,
  locale: string,
): CheckoutApi {
  const base = `/api/checkout/${encodeURIComponent(reference)}`
  const query = `?locale=${encodeURIComponent(locale)}`

  function post(
    path: string,
    body: unknown,
    { headers = {}, timeoutMs = PAY_TIMEOUT_MS }: PostOptions = {},
  ) {
    return call(fetch, `${base}${path}${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Checkout': '1', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  return {
    read: (signal) =>
      call(fetch, base + query, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
      }),
    pay: (payment, idempotencyKey) =>
      post('/payments', payment, { headers: { 'Idempotency-Key': idempotencyKey } }),
    completeAction: (paymentId) => post(`/payments/${encodeURIComponent(paymentId)}/action`, {}),
    cancel: () => post('/cancel', {}, { timeoutMs: CANCEL_TIMEOUT_MS }),
    eventsUrl: (afterVersion) => `${base}/events${query}&afterVersion=${afterVersion}`,
  }
}

async function call(
  fetch: typeof globalThis.fetch,
  url: string,
  request: RequestInit,
): Promise<PageCheckout> {
  // The parser is not needed for the first screen, and travels while the first answer is on its way.
  const parser = answerParser()
  const { status, body } = await answerTo(fetch, url, request)
  // The connection may have been gone when it was asked for; now it is there.
  const { parseCheckout, parseProblem } = await parser.catch(answerParser).catch(gone)
  const checkout = status === 200 ? parseCheckout(body) : null
  if (checkout !== null) return checkout
  const problem = status === 200 ? null : parseProblem(body)
  if (problem === null) throw new AnswerMissing(`status ${status} without a known body`)
  throw new CheckoutRefused(status, problem)
}

async function answerTo(fetch: typeof globalThis.fetch, url: string, request: RequestInit) {
  try {
    const response = await fetch(url, { credentials: 'same-origin', ...request })
    return { status: response.status, body: (await response.json()) as unknown }
  } catch (error) {
    return missing(error)
  }
}

function missing(cause: unknown): never {
  throw new AnswerMissing('no answer', { cause })
}

function gone(cause: unknown): never {
  throw new ScriptGone('nothing reads the answer', { cause })
}
