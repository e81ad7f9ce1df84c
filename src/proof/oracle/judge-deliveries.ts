import type { Books } from './books.ts'
import { findings, type Violation } from './violation.ts'

/** I3: at-least-once delivery: every event arrives, always with the same bytes, and only delivered events are marked so. */
export function judgeDeliveries({
  merchants,
  events,
  deliveries,
  attempts,
  received,
}: Books): Violation[] {
  const { found, report } = findings('I3')
  const receivedOf = Map.groupBy(received, ({ eventId }) => eventId)
  const deliveriesOf = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const withCallback = new Set(
    merchants.flatMap(({ id, callbackUrl }) => (callbackUrl === null ? [] : [id])),
  )

  for (const { body, ...event } of events) {
    const copies = receivedOf.get(event.id) ?? []
    const accepted = copies.filter(
      ({ answered }) => answered !== null && answered >= 200 && answered < 300,
    )
    const own = deliveriesOf.get(event.id) ?? []
    if (withCallback.has(event.merchantId)) {
      if (own.length === 0) report('an event has no delivery', event)
      if (accepted.length === 0) report('an event never reached its merchant', event, ...own)
    }
    if (own.some(({ status }) => status === 'succeeded') && accepted.length === 0)
      report('a delivery is marked succeeded that no receiver accepted', event, ...own)
    if (new Set(copies.map((copy) => copy.body)).size > 1)
      report('an event arrived with different bytes', event, ...copies)
    if (copies.some(({ merchantId }) => merchantId !== event.merchantId))
      report('an event arrived at another merchant', event, ...copies)
    if (copies.some((copy) => withoutReference(copy.body) !== body))
      report('an event arrived with other bytes than stored', event, ...copies)
  }
  for (const [eventId, copies] of receivedOf)
    if (!events.some(({ id }) => id === eventId))
      report('a notification arrived without an event', ...copies)

  const attemptsOf = Map.groupBy(attempts, ({ deliveryId }) => deliveryId)
  for (const delivery of deliveries) {
    const own = (attemptsOf.get(delivery.id) ?? []).toSorted(
      (one, other) => one.number - other.number,
    )
    const firstTaken = own.findIndex(
      ({ statusCode }) => statusCode !== null && statusCode >= 200 && statusCode < 300,
    )
    if (firstTaken >= 0 && firstTaken < own.length - 1)
      report('a delivery continued after success', delivery, ...own)
    if (delivery.status === 'succeeded' && firstTaken < 0)
      report('a delivery is marked succeeded without a successful attempt', delivery, ...own)
  }
  return found
}

/** Replaces the reference in the page's URL, a secret that the tables do not store. */
function withoutReference(body: string): string {
  return body.replace(/\/c\/[0-9A-Za-z]+"/, '/c/{reference}"')
}
