import type { Books } from './books.ts'
import { findings, type Violation } from './violation.ts'

/** Delivery attempts in the contract before a delivery is exhausted. */
const ATTEMPTS_MAX = 12
const GONE = 410
const ENDED = ['succeeded', 'failed', 'voided']

/** L1 (liveness): once faults have stopped and time has passed, nothing is pending. */
export function judgeEnds(books: Books): Violation[] {
  const { sessions, payments, refunds, deliveries } = books
  const { asking } = books.processor
  const { found, report } = findings('L1')
  for (const session of sessions)
    if (session.status === 'open') report('a session never ended', session)
  for (const payment of payments) {
    if ((payment.intent ?? null) !== null) report('an intent was never finished', payment)
    if (!ENDED.includes(payment.status)) report('a payment never ended', payment)
    // Not judged for the simulator alone, which refuses some refunds for ever. Other processors refuse one a few times at most.
    // A refund that came back waits for a person.
    else if (
      asking !== undefined &&
      (payment.refundOwedAt ?? null) !== null &&
      !refunds.some(({ paymentId, status }) => paymentId === payment.id && status === 'reversed')
    )
      report('a debt was not paid', payment)
  }
  for (const refund of refunds)
    if (refund.status === 'pending') report('a refund never ended', refund)
  for (const delivery of deliveries)
    if (delivery.status !== 'succeeded' && !wasReplayed(delivery, books))
      report(`a delivery stayed ${delivery.status}`, delivery)
  return found
}

/** Whether a delivery was exhausted after its last attempt, and its event then arrived by another delivery. */
function wasReplayed(
  { id, eventId, status }: Books['deliveries'][number],
  { deliveries, attempts }: Books,
): boolean {
  const own = attempts.filter(({ deliveryId }) => deliveryId === id)
  return (
    status === 'exhausted' &&
    madeAllAttempts(own) &&
    deliveries.some((other) => other.eventId === eventId && other.status === 'succeeded')
  )
}

/** Whether all attempts of the contract were made; each further one follows a 410, after which the endpoint was set again. */
function madeAllAttempts(own: Books['attempts']): boolean {
  const followed = own.filter(({ number }) => number >= ATTEMPTS_MAX && number < own.length)
  return own.length >= ATTEMPTS_MAX && followed.every(({ statusCode }) => statusCode === GONE)
}
