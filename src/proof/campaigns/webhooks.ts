import { runScript } from '../../cli/run-script.ts'
import {
  createDatabase,
  dropDatabase,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'
import { createDice, type Dice } from './shared/dice.ts'
import { createProgress } from './frame/report.ts'
import { measureNeighbours, type Neighbours } from './webhooks/neighbours.ts'
import { readWebhookOptions, WEBHOOKS_HELP, type WebhookOptions } from './webhooks/options.ts'
import { faultsOf, summaryText, traceText } from './webhooks/report.ts'
import { runFlight, type FlightResult } from './webhooks/run-flight.ts'
import { openWebhookStage } from './webhooks/stage.ts'

await runScript({ help: WEBHOOKS_HELP, readOptions: readWebhookOptions, run })

async function run(options: WebhookOptions): Promise<void> {
  const { seed, json, trace } = options
  const dice = createDice(seed)
  const server = await startTestServer(process.env['DATABASE_URL'])
  try {
    const flight = await runOne(server, 'flight', (url) => sendAll(url, options, dice))
    const neighbours = await measure(server, options, dice)
    const found = { seed, flight, neighbours }
    const summary = { ...found, faults: faultsOf(found) }
    if (trace) process.stderr.write(traceText(summary))
    process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary))
    if (summary.faults.length > 0) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

function sendAll(url: string, options: WebhookOptions, dice: Dice): Promise<FlightResult> {
  const { events, receivers, faulty, jobs: workers, json } = options
  const progress = createProgress(events, { silent: json, what: 'events' })
  const onFed = (count: number) => progress.advance(count)
  return runFlight({ url, dice, events, receivers, faulty, workers, onFed })
}

async function measure(
  server: TestServer,
  { neighbourSeconds: seconds, receivers, faulty, jobs: workers }: WebhookOptions,
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
