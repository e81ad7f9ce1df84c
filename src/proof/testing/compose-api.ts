import { pino } from 'pino'
import type { Environment } from '../../contract/environment.ts'
import type { Processor } from '../../server/processors/processor.ts'
import { createApi } from '../../server/api/api.ts'
import type { ServiceContext } from '../../server/context.ts'
import { WRONG_KEYS_PER_MINUTE } from '../../server/limits/wrong-keys.ts'
import { openEventWatch } from '../../server/api/events/event-watch.ts'
import type { Client } from '../../server/api/http/client-address.ts'
import { createImageCache } from '../../server/api/images/image-cache.ts'
import { deriveMasterKeys } from '../../server/keys/master-keys.ts'
import { createMetrics, type ServiceMetrics } from '../../server/monitoring/metrics.ts'
import type { Delivering } from '../../server/worker/deliveries/deliver.ts'
import { createFetchImage } from '../../server/outgoing/fetch-image.ts'
import type { ResolveHost } from '../../server/outgoing/resolve-host.ts'
import { createSender } from '../../server/outgoing/send-notification.ts'
import { createCardWatch } from '../../server/payments/card-watch.ts'
import { createProcessorBreaker, NO_BREAKER } from '../../server/payments/processor-breaker.ts'
import { findReference } from '../../server/keys/reference.ts'
import { openMerchantClocks } from '../../sandbox/clock/merchant-clocks.ts'
import { openSessionWatch } from '../../server/api/session-watch.ts'
import type { Database } from '../../server/database/database.ts'
import { API_URL } from './api-url.ts'
import { seededBytes } from './seeded-bytes.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import type { TestClock } from './test-clock.ts'

export interface ApiParts {
  environment: Environment
  /** Instead of the simulated one. */
  processor: Processor
  processorTimeoutMs: number
  /** Whether silence of the processor that stands instead has an effect on others' attempts, as in production. */
  breaksAtSilence: boolean
  requestsPerSecond: number
  callsUnderWayMax: number
  wrongKeysPerMinute: number
  /** Which addresses a host name has, for outgoing calls; none by default. */
  lookup: ResolveHost
  imageTimeoutMs: number
  emailsReceipts: boolean
  cardDeclinesPerSession: number
  retentionDays: number
  masterKey: Uint8Array
}

export interface ComposedApi {
  context: ServiceContext
  metrics: ServiceMetrics
  /** With a client as if over the network, without one as from within the process. */
  fetch: (request: Request, client?: Client) => Promise<Response>
  /** Throws when the API has another processor. */
  simulation: Simulation
  /** What was logged so far, one JSON text a line. */
  logged: string[]
  /** Ends everything but the database. */
  close(): Promise<void>
}

const CHECKOUT_URL = 'http://checkout.test'

/** The whole API over a migrated database, composed as `checkout serve` does it. */
export async function composeApi({
  database,
  url,
  clock,
  environment = 'sandbox',
  processor,
  processorTimeoutMs = 5000,
  breaksAtSilence = processor === undefined,
  requestsPerSecond = 100_000,
  callsUnderWayMax = 100_000,
  wrongKeysPerMinute = WRONG_KEYS_PER_MINUTE,
  lookup = async () => [],
  imageTimeoutMs = 5000,
  emailsReceipts = false,
  cardDeclinesPerSession = 0,
  retentionDays = 90,
  masterKey,
}: Partial<ApiParts> & {
  database: Database
  /** Where the simulated processor finds the same database. */
  url: string
  clock: TestClock
}): Promise<ComposedApi> {
  const random = seededBytes(environment)
  const keys = deriveMasterKeys(masterKey ?? random(32))
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const metrics = createMetrics()
  const watch = await openSessionWatch(database)
  const clocks = await openMerchantClocks(database, () => clock.now(), {
    onChange: (merchantId) => watch.wakeMerchant(merchantId),
    onError: (error) => log.error(error),
  })
  const simulation =
    processor === undefined
      ? await openSimulation({
          databaseUrl: url,
          clock: () => clock.now(),
          clockOf: (merchantId) => clocks.clockOf(merchantId)(),
          random,
          notify: (request) => fetch(request),
          timeoutMs: processorTimeoutMs,
        })
      : undefined
  const usedProcessor = processor ?? known(simulation).processor
  const context: ServiceContext = {
    environment,
    checkoutUrl: CHECKOUT_URL,
    database,
    processor: usedProcessor,
    keys,
    emailsReceipts,
    cardDeclinesPerSession,
    retentionDays,
    cardWatch: createCardWatch({ clock: () => clock.now(), log, metrics }),
    processorBreaker: breaksAtSilence
      ? createProcessorBreaker({
          isPerMerchant: usedProcessor.sandbox !== undefined,
          nowMs: () => clock.now().getTime(),
          log,
          metrics,
        })
      : NO_BREAKER,
    clock: () => clock.now(),
    wallClock: () => clock.now(),
    random,
    log,
    away: (wait) => wait(),
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
    apiUrl: API_URL,
    metrics,
    requestsPerSecond,
    callsUnderWayMax,
    wrongKeysPerMinute,
    mounts: {
      ...(simulation && { simulator: simulation.fetch }),
    },
  })
  const fetch = async (request: Request, client?: Client) => app.fetch(request, client)
  return {
    context,
    metrics,
    fetch,
    get simulation() {
      return known(simulation)
    },
    logged,
    async close() {
      await clocks.close()
      await watch.close()
      await context.eventWatch?.close()
      await deliveries.sender.close()
      await simulation?.close()
    },
  }
}

function known(simulation: Simulation | undefined): Simulation {
  if (simulation === undefined) throw new Error('this API has no simulated processor')
  return simulation
}
