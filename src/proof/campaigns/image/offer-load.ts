import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import { freePorts, startProgram } from '../../testing/cli/server-process.fixture.ts'
import type { MountedImage } from '../../testing/container/build-image.ts'
import { runcArguments } from '../../testing/container/run-container.ts'
import { createDatabase, startTestServer } from '../../testing/test-server.ts'

const PROJECT = join(import.meta.dirname, '../../../..')
const MEBIBYTE = 1024 * 1024
const Merchant = z.object({ merchantId: z.string() })
const Key = z.object({ apiKey: z.string() })

export interface LoadReport {
  memoryMebibytes: number
  /** Null when the container was killed. */
  memoryBytesMax: number | null
  /** How many answers there were of each status. */
  answers: Record<string, number>
  exitCode: number | null
}

/** Creates sessions of the largest size, by many clients at once, in a container with little memory. */
export async function offerLoad(
  image: MountedImage,
  directory: string,
  { memory, clients, seconds }: { memory: number; clients: number; seconds: number },
): Promise<LoadReport> {
  const server = await startTestServer(undefined)
  let containers = 0
  const container = (args: readonly string[], memoryBytes?: number): [string, string[]] => {
    containers += 1
    const name = `checkout-load-${process.pid}-${containers}`
    const folders = { '/project': PROJECT }
    const limits = memoryBytes === undefined ? {} : { memoryBytes }
    const options = { args, variables, folders, ...limits }
    return [name, [...runcArguments(image, options, join(directory, name)), name]]
  }
  const made = <T>(schema: z.ZodType<T>, ...args: string[]): T => {
    const [, flags] = container([...args, '--json'])
    const { stdout, stderr } = spawnSync('runc', flags, { encoding: 'utf8' })
    if (stdout === '') throw new Error(`${args.join(' ')} printed nothing: ${stderr}`)
    return schema.parse(JSON.parse(stdout))
  }
  const variables: Record<string, string> = {
    ...(await freePorts('API_PORT', 'CHECKOUT_PORT', 'FIELDS_PORT', 'PRIVATE_PORT', 'ADMIN_PORT')),
    API_URL: 'https://api.pay.example',
    CHECKOUT_URL: 'https://pay.example',
    FIELDS_URL: 'https://fields.pay.example',
    DATABASE_URL: await createDatabase(server, 'image'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    PROCESSOR: '/project/src/proof/testing/cli/taking-processor.fixture.ts',
    REQUESTS_PER_SECOND: '1000000',
    CALLS_AT_ONCE: '1000000',
    DRAIN_SECONDS: '0',
  }
  try {
    const { merchantId } = made(Merchant, 'merchants', 'create', '--name', 'Loja')
    const { apiKey } = made(Key, 'keys', 'issue', '--merchant', merchantId)
    variables['CHECKOUT_API_KEY'] = made(Key, 'keys', 'issue', '--kind', 'checkout').apiKey
    const [name, flags] = container(['serve'], memory * MEBIBYTE)
    const product = await startProgram('runc', flags, {})
    const url = `http://localhost:${variables['API_PORT']}/v1/sessions`
    const answers = await createSessions({ url, apiKey, merchantId, clients, seconds })
    const memoryBytesMax = peakOf(directory, name)
    return { memoryMebibytes: memory, memoryBytesMax, answers, exitCode: await product.stop() }
  } finally {
    await server.stop()
  }
}

/** Clients that send again as soon as they are answered. */
async function createSessions({
  url,
  apiKey,
  merchantId,
  clients,
  seconds,
}: {
  url: string
  apiKey: string
  merchantId: string
  clients: number
  seconds: number
}): Promise<Record<string, number>> {
  const body = largestBody(merchantId)
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answers: Record<string, number> = {}
  const untilMs = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < untilMs) {
      const status = await post(url, agent, apiKey, body)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return answers
}

function post(url: string, agent: Agent, apiKey: string, body: string): Promise<string> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)))
    })
    sent.once('error', (error) => resolve(String(Reflect.get(error, 'code'))))
    sent.end(body)
  })
}

/** A session whose body is nearly as large as may be. */
function largestBody(merchantId: string): string {
  const metadata: Record<string, string> = {}
  for (let index = 0; index < LIMITS.metadataKeysMax; index += 1)
    metadata[`key${index}`] = 'x'.repeat(LIMITS.metadataValueLengthMax)
  const lineItems = Array.from({ length: LIMITS.lineItemsMax }, (_, index) => ({
    name: `Book ${index} ${'y'.repeat(100)}`,
    quantity: 1,
    unitAmount: 100,
  }))
  const amount = lineItems.length * 100
  return JSON.stringify({ merchantId, amount, currency: 'BRL', metadata, lineItems })
}

const Stats = z.object({
  data: z.object({ memory: z.object({ usage: z.object({ max: z.int() }) }) }),
})

/** The most memory that the container has used, by its control group; null when it was killed. */
function peakOf(directory: string, name: string): number | null {
  const state = `${join(directory, name)}-state`
  const { stdout } = spawnSync('runc', ['--root', state, 'events', '--stats', name], {
    encoding: 'utf8',
  })
  if (stdout === '') return null
  return Stats.parse(JSON.parse(stdout)).data.memory.usage.max
}
