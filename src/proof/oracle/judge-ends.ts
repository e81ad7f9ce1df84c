import type { Books } from './books.ts'
import { findings, type Violation } from './violation.ts'

/** As often as the contract has a notification tried before it is given up. */
const TRIES = 12

/** L1: after the faults have stopped and time has passed, nothing waits any more. */
export function judgeEnds(books: Books): Violation[] {
  const { sessions, payments, refunds, deliveries } = books
  const { found, report } = findings('L1')
  for (const session of sessions)
    if (session.status === 'open') report('a session never ended', session)
  for (const payment of payments)
    if (payment.status !== 'succeeded' && payment.status !== 'failed')
      report('an attempt never ended', payment)
  for (const refund of refunds)
    if (refund.status === 'pending') report('a refund never ended', refund)
  for (const delivery of deliveries)
    if (delivery.status !== 'succeeded' && !wasSentAgain(delivery, books))
      report(`a delivery stayed ${delivery.status}`, delivery)
  return found
}

/** Whether it was given up as it may be, not before its last try, and what it sent came by another. */
function wasSentAgain(
  { id, eventId, status }: Books['deliveries'][number],
  { deliveries, attempts }: Books,
): boolean {
  const tries = attempts.filter(({ deliveryId }) => deliveryId === id)
  return (
    status === 'exhausted' &&
    tries.length === TRIES &&
    deliveries.some((other) => other.eventId === eventId && other.status === 'succeeded')
  )
}
