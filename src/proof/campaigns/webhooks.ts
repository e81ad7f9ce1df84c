import { z } from 'zod'
import {
  createDatabase,
  dropDatabase,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'
import { campaign } from './frame/campaign.ts'
import { jobs, seed, trace } from './frame/options.ts'
import type { Output } from './frame/output.ts'
import { createDice, type Dice } from './shared/dice.ts'
import { measureNeighbours, type Neighbours } from './webhooks/neighbours.ts'
import { faultsOf, summaryText, traceText } from './webhooks/report.ts'
import { runFlight, type FlightResult } from './webhooks/run-flight.ts'
import { openWebhookStage } from './webhooks/stage.ts'

const Options = z.object({
  events: z.int().min(1).max(100_000_000).default(5000).describe('how many'),
  receivers: z.int().min(1).max(10_000).default(60).describe('of as many merchants'),
  faulty: z
    .string()
    .regex(/^(?:\d{1,2}|100)%?$/, 'must be a share from 0% to 100%')
    .default('45%')
    .meta({ description: 'how many of the receivers are hostile', placeholder: 'share' })
    .transform((share) => Number.parseInt(share, 10) / 100),
  neighbours: z
    .int()
    .min(0)
    .max(3600)
    .default(20)
    .describe(
      'seconds in real time, without hostile receivers and then with them; 0 leaves it out',
    ),
  seed: seed('chooses who misbehaves, how and when; what real sockets make of it is theirs'),
  jobs: jobs(2, 'workers at once'),
  trace: trace('write out what receivers did and what workers were told'),
})
type WebhookOptions = z.output<typeof Options>

export const webhooks = campaign({
  name: 'webhooks',
  about: 'notifications to receivers that are silent, flood, lie or are not there',
  details: `Sends notifications with real workers over real PostgreSQL to receivers on real sockets that never answer, drip, flood,
reset, redirect to the inside, lie about their names or are not there, and to honest ones; time flies.
Each event must reach every receiver that works in the end: the same bytes, verified by the packages standardwebhooks and svix, as
often as the schedule says and never earlier. Then it measures what hostile receivers cost the honest ones.`,
  options: Options,
  notes:
    'Exits with 1 when a promise broke. DATABASE_URL names a PostgreSQL to use instead of one of its own.',
  async run(options, output) {
    const { seed, trace } = options
    const dice = createDice(seed)
    const server = await startTestServer(process.env['DATABASE_URL'])
    try {
      const flight = await runOne(server, 'flight', (url) => sendAll(url, options, dice, output))
      const neighbours = await measure(server, options, dice)
      const found = { seed, flight, neighbours }
      const summary = { ...found, faults: faultsOf(found) }
      if (trace) process.stderr.write(traceText(summary))
      return { held: summary.faults.length === 0, summary, text: summaryText(summary) }
    } finally {
      await server.stop()
    }
  },
})

function sendAll(
  url: string,
  { events, receivers, faulty, jobs: workers }: WebhookOptions,
  dice: Dice,
  output: Output,
): Promise<FlightResult> {
  const progress = output.progress(events, 'events')
  const onFed = (count: number) => progress.advance(count)
  return runFlight({ url, dice, events, receivers, faulty, workers, onFed })
}

async function measure(
  server: TestServer,
  { neighbours: seconds, receivers, faulty, jobs: workers }: WebhookOptions,
  dice: Dice,
): Promise<Neighbours | undefined> {
  if (seconds === 0) return undefined
  return runOne(server, 'neighbours', async (url) => {
    const now = new Date()
    const stage = await openWebhookStage({ url, dice, receivers, faulty, outOfOrder: 'all', now })
    try {
      return await measureNeighbours(stage, { seconds, workers })
    } finally {
      await stage.close()
    }
  })
}

async function runOne<T>(
  server: TestServer,
  what: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const name = `checkout_webhooks_${what}_${process.pid}`
  const url = await createDatabase(server, name)
  try {
    return await work(url)
  } finally {
    await dropDatabase(server, name)
  }
}
