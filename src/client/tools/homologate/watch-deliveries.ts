import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, Event } from '#contract/event.ts'
import type { CheckoutClient } from '../../checkout-client.ts'
import type { Evidence } from '../readiness/go-live/report.ts'

const BETWEEN_MS = 300

export interface Watching {
  client: CheckoutClient
  /** How long to poll failing deliveries; their backoff grows. */
  patienceMs: number
  signal: AbortSignal
}

/** Polls until the session's events of these types are delivered, or the patience is over. */
export function watchSession(
  watching: Watching,
  sessionId: string,
  types: readonly string[],
): Promise<Evidence[]> {
  return watch(watching, async () => {
    const { data } = await watching.client.events.list({ sessionId, limit: 100 })
    const events = types.map((type) => data.find((event) => event.type === type))
    return {
      isComplete: !events.includes(undefined),
      evidence: events.filter((event) => event !== undefined).map(evidenceOf),
    }
  })
}

/** Polls the newest delivery of one event. */
export function watchEvent(watching: Watching, eventId: string): Promise<Evidence[]> {
  return watch(watching, async () => {
    const event = await watching.client.events.get(eventId)
    return { isComplete: true, evidence: [evidenceOf(event)] }
  })
}

async function watch(
  { patienceMs, signal }: Watching,
  look: () => Promise<{ isComplete: boolean; evidence: Evidence[] }>,
): Promise<Evidence[]> {
  const until = performance.now() + patienceMs
  for (;;) {
    const { isComplete, evidence } = await look()
    const isSettled = isComplete && evidence.every(({ status }) => status !== 'pending')
    if (isSettled || performance.now() > until) return evidence
    await sleep(BETWEEN_MS, undefined, { signal })
  }
}

function evidenceOf({ id, type, sessionId, deliveries }: Event): Evidence {
  const delivery = newest(deliveries)
  return {
    what: type,
    sessionId,
    eventId: id,
    deliveryId: delivery?.id ?? null,
    status: delivery?.status ?? 'not_sent',
    attempts: (delivery?.attempts ?? []).map(({ startedAt, statusCode, error, durationMs }) => ({
      at: startedAt,
      statusCode,
      error,
      durationMs,
    })),
  }
}

/** Delivery ids sort by creation time. */
function newest(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]
}
