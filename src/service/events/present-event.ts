import type { Delivery, Event, Notification } from '../../contract/event.ts'
import type { DeliveryRecord } from '../../store/deliveries.ts'
import type { EventRecord, EventWithDeliveries } from '../../store/events.ts'
import type { ServiceContext } from '../context.ts'
import { unsealReference } from '../notifications/notification-body.ts'
import { referenceOf } from '../reference.ts'

/** An event as its merchant sees it: the notification as it was sent, and what became of each delivery. */
export function presentEvent(
  context: Pick<ServiceContext, 'keys'>,
  event: EventWithDeliveries,
): Event {
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    sessionId: event.sessionId,
    createdAt: event.createdAt.toISOString(),
    // As it was sent, also when the contract has grown since.
    notification: JSON.parse(notificationOf(context, event)) as Notification,
    deliveries: event.deliveries.map(presentDelivery),
  }
}

/** The body of an event's notification, as it is sent. */
export function notificationOf(
  { keys }: Pick<ServiceContext, 'keys'>,
  { body, sessionId }: EventRecord,
): string {
  return sessionId === null ? body : unsealReference(body, referenceOf(keys.reference, sessionId))
}

function presentDelivery(delivery: DeliveryRecord): Delivery {
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
