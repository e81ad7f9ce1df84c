import { setTimeout as sleep } from 'node:timers/promises'
import { feedSession } from './feed.ts'
import { HONEST, type Endpoint, type WebhookStage } from './stage.ts'

export interface Ages {
  events: number
  medianMs: number
  p99Ms: number
  maxMs: number
}

export interface Neighbours {
  /** Latency of deliveries to honest endpoints: without the other endpoints, and with them. */
  alone: Ages
  beside: Ages
}

const EVERY_MS = 1000
const LEFT_MS = 15_000
const LOOK_MS = 200
const TIMEOUT_MS = 10_000

/** Measures in real time how endpoints that never work delay the honest ones: an event per second for each. */
export async function measureNeighbours(
  stage: WebhookStage,
  { seconds, workers }: { seconds: number; workers: number },
): Promise<Neighbours> {
  const honest = stage.endpoints.filter(({ kind }) => kind === HONEST)
  const clock = () => new Date()
  const running = stage.startWorkers({ count: workers, clock, timeoutMs: TIMEOUT_MS })
  try {
    const alone = await measure(stage, { seconds, fed: honest, honest })
    const beside = await measure(stage, { seconds, fed: stage.endpoints, honest })
    return { alone, beside }
  } finally {
    await running.stop()
  }
}

interface Measured {
  seconds: number
  fed: readonly Endpoint[]
  honest: readonly Endpoint[]
}

async function measure(stage: WebhookStage, { seconds, fed, honest }: Measured): Promise<Ages> {
  const { database, reference } = stage
  const clock = () => new Date()
  const madeMs = new Map<string, number>()
  async function feed(endpoint: Endpoint): Promise<void> {
    await sleep((EVERY_MS * endpoint.index) / fed.length)
    for (let second = 0; second < seconds; second++) {
      const begunMs = Date.now()
      const [id] = await feedSession(database, endpoint, { count: 1, clock, reference })
      if (id !== undefined && honest.includes(endpoint)) madeMs.set(id, begunMs)
      await sleep(Math.max(0, EVERY_MS - (Date.now() - begunMs)))
    }
  }
  await Promise.all(fed.map(feed))
  const endsMs = Date.now() + LEFT_MS
  let ages = await agesOf(stage, madeMs)
  while (ages.length < madeMs.size && Date.now() < endsMs) {
    await sleep(LOOK_MS)
    ages = await agesOf(stage, madeMs)
  }
  // A delivery that did not arrive is at least this old.
  while (ages.length < madeMs.size) ages.push(LEFT_MS)
  return summary(ages)
}

async function agesOf(stage: WebhookStage, madeMs: Map<string, number>): Promise<number[]> {
  const ages: number[] = []
  for await (const { eventId, firstTakenMs } of stage.receivers.ledger()) {
    const made = madeMs.get(eventId)
    if (made !== undefined && firstTakenMs !== null) ages.push(firstTakenMs - made)
  }
  return ages
}

function summary(ages: readonly number[]): Ages {
  const sorted = ages.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { events: ages.length, medianMs: at(0.5) ?? 0, p99Ms: at(0.99) ?? 0, maxMs: at(1) ?? 0 }
}
