import type { Books } from './books.ts'
import { findings, type Violation } from './violation.ts'

/** L1: after the faults have stopped and time has passed, nothing waits any more. */
export function judgeEnds({ sessions, payments, refunds, deliveries }: Books): Violation[] {
  const { found, report } = findings('L1')
  for (const session of sessions)
    if (session.status === 'open') report('a session never ended', session)
  for (const payment of payments)
    if (payment.status !== 'succeeded' && payment.status !== 'failed')
      report('an attempt never ended', payment)
  for (const refund of refunds)
    if (refund.status === 'pending') report('a refund never ended', refund)
  for (const delivery of deliveries)
    if (delivery.status !== 'succeeded') report(`a delivery stayed ${delivery.status}`, delivery)
  return found
}
