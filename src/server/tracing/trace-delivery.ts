import type { DueDelivery } from '../database/events/delivery-queue.ts'
import { idTime } from '#domain/id.ts'
import { parseTraceparent } from './traceparent.ts'
import type { Span, Tracer } from './tracer.ts'

/**
 * Makes a delivery attempt a span. The first attempt of the delivery that was made with its event is a child of the span that
 * made the event. Other attempts, which may come days later, are traces of their own, with a link to that span.
 */
export function traceDelivery<T>(
  tracer: Tracer,
  delivery: DueDelivery,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const cause = parseTraceparent(delivery.traceparent)
  const isFirst = delivery.attemptsMade === 0 && idTime(delivery.id) === idTime(delivery.eventId)
  return tracer.inSpan(
    {
      name: `deliver ${delivery.eventType}`,
      kind: 'client',
      parent: isFirst ? cause : undefined,
      link: isFirst ? undefined : cause,
      attributes: {
        'http.request.method': 'POST',
        'checkout.event.id': delivery.eventId,
        'checkout.event.type': delivery.eventType,
        'checkout.delivery.id': delivery.id,
        'checkout.delivery.attempt': delivery.attemptsMade + 1,
        'checkout.merchant.id': delivery.merchantId,
        'checkout.session.id': delivery.sessionId ?? undefined,
      },
    },
    work,
  )
}
