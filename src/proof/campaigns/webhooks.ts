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
import { runDeliveries, type DeliveriesResult } from './webhooks/run-deliveries.ts'
import { openWebhookStage } from './webhooks/stage.ts'

const Options = z.object({
  events: z.int().min(1).max(100_000_000).default(5000).describe('how many'),
  receivers: z.int().min(1).max(10_000).default(60).describe('how many, each of its own merchant'),
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
  seed: seed('of the misbehaviour; real sockets are not deterministic'),
  jobs: jobs(2, 'workers at once'),
  trace: trace("print the receivers' behaviours and the workers' results"),
})
type WebhookOptions = z.output<typeof Options>

export const webhooks = campaign({
  name: 'webhooks',
  about: 'deliveries to receivers that are silent, flood, lie or are unreachable',
  details: `Delivers events by real workers over real PostgreSQL to receivers on real sockets that never respond, drip, flood, reset,
redirect to internal addresses, present wrong certificates or are unreachable, and to honest ones, on a fast clock.
Each event must reach every receiver that recovers: the same bytes, verified by the packages standardwebhooks and svix,
according to the retry schedule and never earlier. Then it measures how hostile receivers delay the honest ones.`,
  options: Options,
  notes:
    'Exits with 1 when a promise broke. DATABASE_URL names a PostgreSQL to use instead of one of its own.',
  async run(options, output) {
    const { seed, trace } = options
    const dice = createDice(seed)
    const server = await startTestServer(process.env['DATABASE_URL'])
    try {
      const deliveries = await runOne(server, 'deliveries', (url) =>
        sendAll(url, options, dice, output),
      )
      const neighbours = await measure(server, options, dice)
      const found = { seed, deliveries, neighbours }
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
): Promise<DeliveriesResult> {
  const progress = output.progress(events, 'events')
  const onFed = (count: number) => progress.advance(count)
  return runDeliveries({ url, dice, events, receivers, faulty, workers, onFed })
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
