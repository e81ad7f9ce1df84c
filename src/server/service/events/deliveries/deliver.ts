import type { DeliveryState } from '#contract/event.ts'
import { judgeDelivery, type DeliveryVerdict } from '#domain/delivery-result.ts'
import { fraction } from '#domain/fraction.ts'
import type { RandomBytes } from '#domain/id.ts'
import { nextAttemptAt } from '#domain/retry-schedule.ts'
import type { Database } from '../../../database/engine/database.ts'
import { finishAttempt, type FinishedAttempt } from '../../../database/events/delivery-attempts.ts'
import {
  disableWebhookEndpoint,
  type DueDelivery,
} from '../../../database/events/delivery-queue.ts'
import { lockMerchant } from '../../../database/merchants/merchants.ts'
import type { ServiceMetrics } from '../../../monitoring/metrics.ts'
import type { Sender, SendResult } from '../../../outgoing/send-webhook.ts'
import { traceDelivery } from '../../../tracing/trace-delivery.ts'
import type { Span, Tracer } from '../../../tracing/tracer.ts'
import { unsealReference } from './event-body.ts'
import type { FinishAttempt } from './finish-in-batches.ts'
import { openDeliverySigner, type SignDelivery } from './sign-delivery.ts'

export interface DeliveryContext {
  database: Database
  clock: () => Date
  /** Real time: receivers compare a signature's timestamp with their own clocks. */
  wallClock: () => Date
  random: RandomBytes
  /** Keys that decrypt webhook secrets. */
  secretKeys: readonly Uint8Array[]
  sender: Sender
  referenceOf: (sessionId: string) => Promise<string>
  log: DeliveryLog
  metrics?: Pick<ServiceMetrics, 'deliveryAttempted'>
  /** Polling interval, for deliveries without a wake-up (default: 1000). */
  pollMs?: number
  /** Deliveries at once (default: 50); 60 % more for receivers that keep up. */
  permits?: number
  /** Waits until the results of deliveries are written together (default: 4 ms). */
  gather?: () => Promise<unknown>
  /** Default: no spans are made. */
  tracer?: Tracer | undefined
}

/** What deliveries of one claim share; by default each reads its own secrets, and is finished on its own. */
export interface SharedSteps {
  signerOf?: (merchantId: string) => Promise<SignDelivery>
  finish?: FinishAttempt
}

export interface DeliveryLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const RESULTS = {
  succeeded: 'delivered',
  pending: 'retry',
  exhausted: 'exhausted',
  disabled: 'disabled',
} as const satisfies Record<DeliveryState, string>

const USER_AGENT = 'HostedCheckout/1'

/** Makes one delivery attempt and records it. Resolves to the receiver's response time in milliseconds. */
export function deliver(
  context: DeliveryContext,
  delivery: DueDelivery,
  token: string,
  shared: SharedSteps = {},
): Promise<number> {
  const { tracer } = context
  return tracer === undefined
    ? attempt(context, delivery, token, shared)
    : traceDelivery(tracer, delivery, (span) => attempt(context, delivery, token, shared, span))
}

async function attempt(
  context: DeliveryContext,
  delivery: DueDelivery,
  token: string,
  shared: SharedSteps,
  span?: Span,
): Promise<number> {
  const startedAt = context.clock()
  const { result, headers } = await post(context, delivery, shared)
  // Aborted by shutdown, so nothing is known. Another worker takes over when the lease expires.
  if (result.error === 'stopped') {
    span?.fail(result.error)
    return 0
  }

  const finishedAt = context.clock()
  const { statusCode: status, error, retryAfter } = result
  const verdict = judgeDelivery({ status, error, retryAfter, now: context.wallClock() })
  const outcome = await write(context, delivery, verdict, shared, {
    deliveryId: delivery.id,
    token,
    url: delivery.url,
    startedAt,
    finishedAt,
    durationMs: Math.round(result.durationMs),
    statusCode: status ?? null,
    error: error ?? null,
    responseExcerpt: result.responseExcerpt ?? null,
    requestHeaders: headers,
    ...consequence(context, delivery, verdict, finishedAt),
  })
  if (outcome !== 'lost') {
    context.metrics?.deliveryAttempted(RESULTS[outcome], result.durationMs)
  }
  span?.set({
    'http.response.status_code': status,
    'checkout.delivery.outcome': outcome === 'lost' ? outcome : RESULTS[outcome],
  })
  if (outcome !== 'succeeded') {
    span?.fail(outcome === 'lost' ? outcome : (error ?? String(status)))
    logFailure(context, delivery, result, outcome)
  }
  return result.durationMs
}

async function post(
  context: DeliveryContext,
  delivery: DueDelivery,
  { signerOf }: SharedSteps,
): Promise<{ result: SendResult; headers: Record<string, string> }> {
  const { database, secretKeys, referenceOf, sender } = context
  const now = context.wallClock()
  const { eventId: id, merchantId, sessionId, url } = delivery
  const [reference, sign] = await Promise.all([
    sessionId === null ? undefined : referenceOf(sessionId),
    signerOf?.(merchantId) ?? openDeliverySigner(database, secretKeys, merchantId, now),
  ])
  const body = reference === undefined ? delivery.body : unsealReference(delivery.body, reference)
  const headers = {
    'user-agent': USER_AGENT,
    'content-type': 'application/json',
    ...(await sign(id, body)),
  }
  return { result: await sender.post({ url, body, headers }), headers }
}

/**
 * The delivery's state and next attempt after this one: success, retry with backoff and jitter, or the
 * end.
 */
function consequence(
  { random }: DeliveryContext,
  { attemptsMade }: DueDelivery,
  verdict: DeliveryVerdict,
  now: Date,
): Pick<FinishedAttempt, 'status' | 'nextAttemptAt'> {
  if (verdict === 'delivered') return { status: 'succeeded', nextAttemptAt: null }
  if (verdict === 'disable') return { status: 'disabled', nextAttemptAt: null }
  const next = nextAttemptAt({
    attemptsMade: attemptsMade + 1,
    now,
    jitter: fraction(random),
    retryAfterSeconds: verdict.retryAfterSeconds,
  })
  return next === undefined
    ? { status: 'exhausted', nextAttemptAt: null }
    : { status: 'pending', nextAttemptAt: next }
}

async function write(
  { database, wallClock }: DeliveryContext,
  { merchantId, url }: DueDelivery,
  verdict: DeliveryVerdict,
  { finish = (finished) => finishAttempt(database, finished) }: SharedSteps,
  attempt: FinishedAttempt,
): Promise<DeliveryState | 'lost'> {
  if (verdict !== 'disable') return (await finish(attempt)) ?? 'lost'
  return database.transaction(async (tx) => {
    // Lock order: merchant before delivery, as in the change of a webhook endpoint. The reverse could
    // deadlock.
    await lockMerchant(tx, merchantId)
    const outcome = await finishAttempt(tx, attempt)
    if (outcome === undefined) return 'lost'
    await disableWebhookEndpoint(tx, {
      merchantId,
      url,
      now: attempt.finishedAt,
      wallNow: wallClock(),
    })
    return outcome
  })
}

/** Logs neither body nor secret, and only the URL's host: path or query may contain a credential. */
function logFailure(
  { log }: DeliveryContext,
  delivery: DueDelivery,
  { statusCode, error, durationMs }: SendResult,
  outcome: DeliveryState | 'lost',
): void {
  log.warn(
    {
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      eventType: delivery.eventType,
      merchantId: delivery.merchantId,
      host: new URL(delivery.url).host,
      attempt: delivery.attemptsMade + 1,
      statusCode,
      error,
      durationMs,
      outcome,
    },
    outcome === 'lost' ? 'a delivery was taken over by another worker' : 'a notification failed',
  )
}
