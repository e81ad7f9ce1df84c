import type { Delivery, Event, Notification } from '#contract/event.ts'
import type { DeliveryRecord } from '../../database/events/deliveries.ts'
import type { EventRecord, EventWithDeliveries } from '../../database/events/events.ts'
import type { ServiceContext } from '../context.ts'
import { unsealReference } from './deliveries/event-body.ts'
import { findReference } from '../keys/reference.ts'

/** An event as its merchant sees it: the body as sent, with all deliveries. */
export async function presentEvent(
  context: Pick<ServiceContext, 'database' | 'keys'>,
  event: EventWithDeliveries,
): Promise<Event> {
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    sessionId: event.sessionId,
    createdAt: event.createdAt.toISOString(),
    // Events keep their original shape when the contract grows.
    notification: JSON.parse(await notificationOf(context, event)) as Notification,
    deliveries: event.deliveries.map(presentDelivery),
  }
}

/** The body of an event as it is delivered. */
export async function notificationOf(
  context: Pick<ServiceContext, 'database' | 'keys'>,
  { body, sessionId }: Pick<EventRecord, 'body' | 'sessionId'>,
): Promise<string> {
  return sessionId === null ? body : unsealReference(body, await findReference(context, sessionId))
}

export function presentDelivery(delivery: DeliveryRecord): Delivery {
  return {
    id: delivery.id,
    object: 'delivery',
    url: delivery.url,
    status: delivery.status,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    attempts: delivery.attempts.map(({ requestHeaders, ...attempt }) => ({
      ...attempt,
      startedAt: attempt.startedAt.toISOString(),
      ...(requestHeaders && { requestHeaders }),
    })),
  }
}
