import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutClient } from '../checkout-client.ts'
import type { Event } from '#contract/event.ts'
import { failure } from './failure.ts'
import type { SessionId } from './sandbox.ts'

const ASK_AGAIN_MS = 250

/**
 * Polls until the merchant's webhook endpoint has accepted every notification of the session so far. After `timeoutMs`
 * throws an error that says what became of each other one.
 */
export async function expectDelivered(
  client: CheckoutClient,
  { id }: SessionId,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { data: events } = await client.events.list({ sessionId: id, limit: 100 })
    const faults = undelivered(events)
    if (faults.length === 0) return
    if (Date.now() >= deadline)
      throw failure(`Not every notification of session ${id} arrived:\n  ${faults.join('\n  ')}`)
    await sleep(ASK_AGAIN_MS)
  }
}

/** What became of each notification that was not accepted, a sentence for each. */
function undelivered(events: readonly Pick<Event, 'type' | 'deliveries'>[]): string[] {
  if (events.length === 0) return ['nothing has happened to it yet']
  return events.flatMap(({ type, deliveries }) => {
    if (deliveries.some(({ status }) => status === 'succeeded')) return []
    const [delivery] = deliveries
    if (delivery === undefined) return [`${type} is sent nowhere: the merchant has no callback`]
    const last = delivery.attempts.at(-1)
    if (last === undefined) return [`${type} was not sent to ${delivery.url} yet`]
    return [`${type}: ${delivery.url} answered ${last.statusCode ?? last.error ?? 'nothing'}`]
  })
}
