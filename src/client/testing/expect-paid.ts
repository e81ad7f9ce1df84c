import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutClient } from '../checkout-client.ts'
import type { Event, EventType } from '#contract/event.ts'
import type { Session } from '#contract/session.ts'
import { failure } from './failure.ts'

const ASK_AGAIN_MS = 250
const ONCE: readonly EventType[] = ['payment.succeeded', 'session.completed']

/**
 * Polls until a session is paid as expected: complete, by a payment that succeeded, with the session's amount less the
 * payment's discount, and one event of each kind. After `timeoutMs` throws an error that lists every difference.
 */
export async function expectPaid(
  client: CheckoutClient,
  { id }: Pick<Session, 'id'>,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const session = await client.sessions.get(id)
    const { data: events } = await client.events.list({ sessionId: id, limit: 100 })
    const faults = faultsOf(session, events)
    if (faults.length === 0) return
    if (Date.now() >= deadline)
      throw failure(`Session ${id} is not paid as it should be:\n  ${faults.join('\n  ')}`)
    await sleep(ASK_AGAIN_MS)
  }
}

/** Differences of a session from a paid one, a sentence for each. */
export function faultsOf(session: Session, events: readonly Pick<Event, 'type'>[]): string[] {
  const { status, paymentStatus, payment, amount } = session
  const faults: string[] = []
  if (status !== 'complete') faults.push(`its status is ${status}, not complete`)
  if (paymentStatus !== 'paid') faults.push(`its paymentStatus is ${paymentStatus}, not paid`)
  if (payment === null) faults.push('there is no payment')
  else if (payment.status !== 'succeeded')
    faults.push(`its last payment, by ${payment.method}, is ${inWords(payment)}`)
  else {
    const due = amount - (payment.discount ?? 0)
    // Installments may add interest.
    if (payment.installments > 1 ? payment.amount < due : payment.amount !== due)
      faults.push(`${payment.amount} was captured, not ${due}`)
  }
  for (const type of ONCE) {
    const count = events.filter((event) => event.type === type).length
    if (count !== 1) faults.push(`${type} was announced ${inTimes(count)}, not once`)
  }
  return faults
}

function inWords({ status, declineCode }: NonNullable<Session['payment']>): string {
  return declineCode === null ? status : `${status} (${declineCode})`
}

function inTimes(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`
}
