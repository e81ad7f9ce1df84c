import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { openOneProcess } from '../shared/one-process.ts'
import { growing, growthOf, MEASURES, type Growth, type Measure, type Sample } from './growth.ts'
import { EXPOSE_GC, measure } from './measure.ts'
import { createTally, faultsOf, visit } from './visit.ts'

export interface SoakReport {
  seconds: number
  visits: number
  requests: number
  notifications: number
  failures: Record<string, number>
  samples: Sample[]
  growth: Record<Measure, Growth>
  broken: string[]
}

/** Maximum of concurrent visits: a slow machine gets fewer. */
const AT_ONCE_MAX = 50

/** Loads a process at a constant rate, and samples what it retains. */
export async function runSoak(
  { minutes, rate, every }: { minutes: number; rate: number; every: number },
  onSample: (sample: Sample) => void = () => undefined,
): Promise<SoakReport> {
  let notifications = 0
  const receiver = await startWebhookReceiver()
  receiver.answer = (_request, response) => {
    notifications += 1
    // Deliveries are counted, not kept.
    receiver.received.length = 0
    response.writeHead(204).end()
  }
  const stage = await openOneProcess({
    parts: 'api,worker,bff',
    nodeFlags: EXPOSE_GC,
    callbackUrl: receiver.url,
  })
  const postgres = new Client({ connectionString: stage.databaseUrl })
  await postgres.connect()
  const tally = createTally()
  const samples: Sample[] = []
  const underWay = new Set<Promise<void>>()
  const startedMs = performance.now()
  const passedSeconds = () => (performance.now() - startedMs) / 1000
  try {
    const over = new AbortController()
    const come = async () => {
      for (let nextMs = performance.now(); !over.signal.aborted; nextMs += 1000 / rate) {
        if (underWay.size < AT_ONCE_MAX) {
          const under = visit(stage, tally)
          underWay.add(under)
          void under.finally(() => underWay.delete(under))
        }
        await sleep(Math.max(0, nextMs - performance.now()))
      }
    }
    const coming = come()
    while (passedSeconds() < minutes * 60) {
      await sleep(every * 1000)
      const sample = { atSeconds: passedSeconds(), ...(await measure(stage.product, postgres)) }
      samples.push(sample)
      onSample(sample)
    }
    over.abort()
    await coming
    await Promise.all(underWay)
  } finally {
    await postgres.end()
    await stage.close()
    await receiver[Symbol.asyncDispose]()
  }
  const faults = faultsOf(tally)
  const broken = growing(samples)
  if (faults > 0)
    broken.push(`${faults} of ${tally.visits} visits failed, and not for want of room`)
  return {
    seconds: passedSeconds(),
    visits: tally.visits,
    requests: tally.requests,
    notifications,
    failures: Object.fromEntries(tally.failures),
    samples,
    growth: Object.fromEntries(
      (Object.keys(MEASURES) as Measure[]).map((name) => [name, growthOf(samples, name)]),
    ) as Record<Measure, Growth>,
    broken,
  }
}
