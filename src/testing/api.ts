import { pino } from 'pino'
import type { Scope } from '../contract/api-key.ts'
import type { Environment } from '../contract/environment.ts'
import type { Processor } from '../processors/processor.ts'
import { createApi } from '../service/api.ts'
import type { ServiceContext } from '../service/context.ts'
import { deriveMasterKeys } from '../service/master-keys.ts'
import { openEventWatch } from '../service/events/event-watch.ts'
import type { Client } from '../service/http/client-address.ts'
import { createImageCache } from '../service/images/image-cache.ts'
import { createMetrics } from '../service/metrics.ts'
import type { Delivering } from '../service/notifications/deliver.ts'
import { createMerchant, type NewMerchant } from '../service/operator/create-merchant.ts'
import { defaultScopes, issueKey } from '../service/operator/issue-key.ts'
import { createFetchImage } from '../service/outgoing/fetch-image.ts'
import type { ResolveHost } from '../service/outgoing/resolve-host.ts'
import { createSender } from '../service/outgoing/send-notification.ts'
import {
  PROCESSOR_NOTIFICATIONS_PATH,
  receiveProcessorNotification,
} from '../service/processor-notifications.ts'
import { findReference } from '../service/reference.ts'
import { openMerchantClocks } from '../service/sandbox/merchant-clocks.ts'
import { openSessionWatch } from '../service/session-watch.ts'
import { openDatabase, statement } from '../store/database.ts'
import { createCaller, type Caller } from './caller.ts'
import { countStatements, type CountingDatabase } from './counting-database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { seededBytes } from './seeded-bytes.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export interface TestMerchant extends Caller {
  id: string
  apiKey: string
  keyId: string
  webhookSecret: string
}

export interface TestApi {
  context: ServiceContext
  database: CountingDatabase
  clock: TestClock
  /** With a client as if over the network, without one as from within the process. */
  fetch(request: Request, client?: Client): Promise<Response>
  /** Whoever has no key. */
  anyone: Caller
  /** The checkout's own backend. */
  checkout: Caller
  merchant: TestMerchant
  addMerchant(changes?: Partial<NewMerchant> & { scopes?: readonly Scope[] }): Promise<TestMerchant>
  /** Whoever has this key; of the process that `fetch` stands for, or of another one. */
  caller(apiKey: string, fetch?: (request: Request) => Response | Promise<Response>): Caller
  /** Throws when the API has another processor. */
  simulation: Simulation
  /** Asks the database behind the API's back. */
  sql<Row>(text: string, ...values: unknown[]): Promise<Row[]>
  /** Everything that the database holds, as one text. */
  dump(): Promise<string>
  /** What was logged so far, one JSON text a line. */
  logged: string[]
  close(): Promise<void>
}

export interface TestApiOptions {
  environment?: Environment
  /** Instead of the simulated one. */
  processor?: Processor
  processorTimeoutMs?: number
  requestsPerSecond?: number
  /** Which addresses a host name has, for outgoing calls; none by default. */
  lookup?: ResolveHost
  imageTimeoutMs?: number
  emailsReceipts?: boolean
  masterKey?: Uint8Array
  /** Where the API finds its database; by default it comes as the owner. */
  databaseOf?: (owner: TestDatabase) => Promise<string>
}

const START = new Date('2026-11-20T15:00:00.000Z')
const CHECKOUT_URL = 'http://checkout.test'

/** The whole API over a database of its own, composed as `checkout serve` does it, with a clock that a test moves. */
export async function startTestApi({
  environment = 'sandbox',
  processor,
  processorTimeoutMs = 5000,
  requestsPerSecond = 100_000,
  lookup = async () => [],
  imageTimeoutMs = 5000,
  emailsReceipts = false,
  masterKey,
  databaseOf,
}: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = await createTestDatabase()
  const url = await databaseOf?.(testDatabase)
  const opened =
    url === undefined ? undefined : openDatabase({ url, log: { info: noop, warn: noop } })
  const database = countStatements(opened ?? testDatabase.database)
  const clock = createTestClock(START)
  const random = seededBytes(environment)
  const keys = deriveMasterKeys(masterKey ?? random(32))
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const watch = await openSessionWatch(database)
  const clocks = await openMerchantClocks(database, () => clock.now(), {
    onChange: (merchantId) => watch.wakeMerchant(merchantId),
    onError: (error) => log.error(error),
  })
  const simulation =
    processor === undefined
      ? await openSimulation({
          databaseUrl: testDatabase.url,
          clock: () => clock.now(),
          clockOf: (merchantId) => clocks.clockOf(merchantId)(),
          random,
          notify: (request) => fetch(request),
          timeoutMs: processorTimeoutMs,
        })
      : undefined
  const context: ServiceContext = {
    environment,
    checkoutUrl: CHECKOUT_URL,
    database,
    processor: processor ?? known(simulation).processor,
    keys,
    emailsReceipts,
    clock: () => clock.now(),
    wallClock: () => clock.now(),
    random,
    log,
    watch,
    images: createImageCache({
      fetchImage: createFetchImage({
        environment,
        allowLoopback: environment === 'sandbox',
        lookup,
        timeoutMs: imageTimeoutMs,
      }),
      clock: () => clock.now(),
    }),
  }
  const deliveries: Delivering = {
    ...context,
    secretKeys: keys.opensWebhookSecrets,
    sender: createSender({ lookup, allowLoopback: true, clock: () => new Date() }),
    referenceOf: (sessionId) => findReference({ database, keys }, sessionId),
  }
  if (environment === 'sandbox') {
    context.time = { clocks, deliveries, receipts: undefined, simulator: simulation?.simulator }
    context.eventWatch = await openEventWatch(database)
  }
  const app = createApi(context, {
    metrics: createMetrics(),
    requestsPerSecond,
    mounts: {
      [PROCESSOR_NOTIFICATIONS_PATH.split('/')[1] ?? '']: (request) =>
        receiveProcessorNotification(context, request),
      ...(simulation && { simulator: simulation.fetch }),
    },
  })
  const fetch = async (request: Request, client?: Client) => app.fetch(request, client)
  const caller: TestApi['caller'] = (apiKey, by = fetch) => createCaller(by, apiKey)
  const sql: TestApi['sql'] = (text, ...values) => database.query(statement('test', text), values)
  const operator = { database, keys, clock: () => clock.now(), random }

  async function addMerchant({
    scopes = defaultScopes(environment),
    ...changes
  }: Parameters<TestApi['addMerchant']>[0] = {}): Promise<TestMerchant> {
    const { merchantId, webhookSecret } = await createMerchant(operator, { ...SHOP, ...changes })
    const issued = await issueKey(operator, {
      environment,
      kind: 'merchant',
      merchantId,
      scopes,
      expiresAt: null,
    })
    const { apiKey, keyId } = issued
    return { ...caller(apiKey), id: merchantId, apiKey, keyId, webhookSecret }
  }

  const bff = await issueKey(operator, {
    environment,
    kind: 'checkout',
    merchantId: null,
    scopes: [],
    expiresAt: null,
  })
  return {
    context,
    database,
    clock,
    fetch,
    anyone: createCaller(fetch, undefined),
    checkout: caller(bff.apiKey),
    merchant: await addMerchant(),
    addMerchant,
    caller,
    get simulation() {
      return known(simulation)
    },
    sql,
    async dump() {
      const [row] = await sql<{ all: string }>(
        `select schema_to_xml('public', true, false, '')::text as "all"`,
      )
      return row?.all ?? ''
    },
    logged,
    async close() {
      await clocks.close()
      await watch.close()
      await context.eventWatch?.close()
      await deliveries.sender.close()
      await simulation?.close()
      await opened?.close()
      await testDatabase.drop()
    },
  }
}

const SHOP: NewMerchant = {
  name: 'Loja São João',
  currency: 'BRL',
  country: 'BR',
  callbackUrl: 'https://store.example/webhooks',
  returnOrigins: ['https://store.example'],
  successUrl: 'https://store.example/ok?s={SESSION_ID}',
  cancelUrl: 'https://store.example/cart',
}

function noop(): void {}

function known(simulation: Simulation | undefined): Simulation {
  if (simulation === undefined) throw new Error('this API has no simulated processor')
  return simulation
}
