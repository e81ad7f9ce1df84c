import { readPayment, recordProcessorNotification } from '../database/payments.ts'
import type { ServiceContext } from '../context.ts'
import { refuse } from './handler.ts'
import { API_HEADERS, problemResponse } from './http/problem-response.ts'
import { readJson } from './http/read-json.ts'
import { newRequestId } from '../../domain/request-id.ts'
import { refusalOfError } from './http/unexpected-error.ts'
import { inTimeOfSession } from '../merchant-time.ts'
import { BUSY, createConcurrencyLimit, type ConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { resolvePayment } from '../payments/resolve-payment.ts'

/** Where the processor sends its notifications. Not part of the merchant's contract. */
export const PROCESSOR_NOTIFICATIONS_PATH = '/processor/notifications'

/**
 * Receives a processor's notification as a mere hint: the outcome is read from the processor.
 * Notifications may therefore be duplicated, late or out of order.
 */
export async function receiveProcessorNotification(
  context: ServiceContext,
  request: Request,
  limit: ConcurrencyLimit = createConcurrencyLimit(Infinity),
): Promise<Response> {
  const requestId = newRequestId(context.random)
  try {
    const response = await limit.run('pay', (away) =>
      receive({ ...context, away }, request, requestId),
    )
    return response ?? problemResponse(BUSY, requestId)
  } catch (error) {
    return problemResponse(refusalOfError(error, context.log, requestId), requestId)
  }
}

async function receive(
  context: ServiceContext,
  request: Request,
  requestId: string,
): Promise<Response> {
  const json = await context.away(() => readJson(request))
  if (json.outcome === 'refused') return problemResponse(json, requestId)
  const rawBody = new TextDecoder().decode(json.bytes)
  const notification = await context.processor.readNotification(rawBody, request.headers)
  if (notification === undefined)
    return problemResponse(
      refuse('invalid_header', 'The notification is not authentic.'),
      requestId,
    )
  const payment = await readPayment(context.database, notification.paymentId)
  if (payment === undefined)
    return problemResponse(refuse('not_found', 'There is no such payment.'), requestId)

  const own = await inTimeOfSession(context, payment.sessionId)
  await resolvePayment(own, payment)
  await recordProcessorNotification(context.database, {
    processor: context.processor.name,
    notificationId: notification.notificationId,
    paymentId: notification.paymentId,
    now: context.clock(),
  })
  return new Response(null, {
    status: 204,
    headers: { ...API_HEADERS, 'X-Request-Id': requestId },
  })
}
