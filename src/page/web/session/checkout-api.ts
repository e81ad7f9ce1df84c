import type { CreatePaymentInput } from '#contract/checkout.ts'
import type { PageCheckout, PageProblem } from '#contract/page.ts'
import { abortAfter } from './abort-after.ts'
import { answerParser } from './answer-parser.ts'
import { toldBrowser } from './told-browser.ts'

const READ_TIMEOUT_MS = 15_000
const PAY_TIMEOUT_MS = 40_000
/** Short, because the shopper waits to leave. */
const CANCEL_TIMEOUT_MS = 3_000

/** A problem response. */
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

/** The outcome is unknown: no connection, a time-out, or a malformed response. */
export class AnswerMissing extends Error {
  override name = 'AnswerMissing'
}

/** The parser's chunk failed to load, as after a new release. Only reloading the page helps. */
export class ScriptGone extends Error {
  override name = 'ScriptGone'
}

/** Codes of refusals that had no effect. */
const TEMPORARY_REFUSALS = ['rate_limited', 'payments_unavailable']

/** Whether the request may have taken effect, so that it must be retried with the same idempotency key, or looked up. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof AnswerMissing) return true
  if (!(error instanceof CheckoutRefused) || isTemporarilyRefused(error)) return false
  return error.status >= 500 || error.problem.code === 'idempotency_in_progress'
}

/** Refused temporarily (rate limit, load shedding); an earlier identical request may still have taken effect. */
export function isTemporarilyRefused(error: unknown): boolean {
  return error instanceof CheckoutRefused && TEMPORARY_REFUSALS.includes(error.problem.code)
}

/** Refused because of another payment; the session's state has its outcome. */
export function isForOtherPayment(error: unknown): boolean {
  return (
    error instanceof CheckoutRefused &&
    (error.problem.code === 'payment_in_progress' || error.problem.code === 'already_paid')
  )
}

/** Whether the card's seal was refused, before any effect. Only a frame that is loaded anew can seal the card. */
export function isSealRefused(error: unknown): boolean {
  return (
    error instanceof CheckoutRefused &&
    (error.problem.code === 'seal_expired' || error.problem.code === 'seal_mismatch')
  )
}

/** The page's API client; all requests go to its own origin. */
export interface CheckoutApi {
  read(signal: AbortSignal): Promise<PageCheckout>
  /** Idempotent: requests with the same key create one payment. */
  pay(payment: CreatePaymentInput, idempotencyKey: string): Promise<PageCheckout>
  completeAction(paymentId: string): Promise<PageCheckout>
  /** Cancels the session. */
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
      signal: abortAfter(timeoutMs),
    })
  }

  return {
    read: (signal) => call(fetch, base + query, { signal: abortAfter(READ_TIMEOUT_MS, signal) }),
    pay: (payment, idempotencyKey) =>
      post(
        '/payments',
        { ...payment, browser: toldBrowser() },
        { headers: { 'Idempotency-Key': idempotencyKey } },
      ),
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
  // Loads the parser's chunk in parallel with the request.
  const parser = answerParser()
  const { status, body } = await answerTo(fetch, url, request)
  // A second import, as the connection may have failed during the first.
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
  throw new AnswerMissing('no response', { cause })
}

function gone(cause: unknown): never {
  throw new ScriptGone('the response parser failed to load', { cause })
}
