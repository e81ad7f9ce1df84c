import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { openApiDocument } from '../../contract/openapi.ts'
import { createReceiptMailer } from '../../server/mail/receipt-mailer.ts'
import { createApi } from '../../server/api/api.ts'
import type { ServiceContext } from '../../server/context.ts'
import { createDocs } from '../../server/api/docs/docs.ts'
import { openEventWatch } from '../../server/api/events/event-watch.ts'
import type { Client } from '../../server/api/http/client-address.ts'
import { createImageCache } from '../../server/api/images/image-cache.ts'
import { createAdmission, type Admission } from '../../server/limits/admission.ts'
import {
  createConcurrencyLimit,
  withHeap,
  type ConcurrencyLimit,
} from '../../server/limits/concurrency-limit.ts'
import type { HeapWatch } from '../../server/limits/heap-watch.ts'
import { createMetrics, type ServiceMetrics } from '../../server/monitoring/metrics.ts'
import type { Delivering } from '../../server/worker/deliveries/deliver.ts'
import { createFetchImage } from '../../server/outgoing/fetch-image.ts'
import { createResolveHost } from '../../server/outgoing/resolve-host.ts'
import { createSender } from '../../server/outgoing/send-notification.ts'
import { createCardWatch } from '../../server/payments/card-watch.ts'
import { createProcessorBreaker } from '../../server/payments/processor-breaker.ts'
import { findReference } from '../../server/keys/reference.ts'
import type { SendingReceipts } from '../../server/worker/receipts/send-receipts.ts'
import { openMerchantClocks } from '../../sandbox/clock/merchant-clocks.ts'
import { openSessionWatch } from '../../server/api/session-watch.ts'
import { readBacklog } from '../../server/database/backlog.ts'
import { openDatabaseClock } from '../../server/database/database-clock.ts'
import type { Config } from '../config.ts'
import { masterKeys } from './master-key.ts'
import type { OpenedDatabase } from './open-database.ts'
import { openProcessor, type OpenedProcessor } from './open-processor.ts'
import { pooledRandom } from './pooled-random.ts'

/** Of the time that a statement may take: soon enough that none has to be given up. */
const SHARE_AT_WORK = 0.1

type Fetch = (request: Request, client?: Client) => Promise<Response>

export interface OpenedService {
  context: ServiceContext
  metrics: ServiceMetrics
  /** The whole API, as a function. */
  fetch: Fetch
  /** Of all that is at work in the API. */
  concurrencyLimit: ConcurrencyLimit
  /** Of the API, where it is served. */
  admission: Admission | undefined
  simulator: OpenedProcessor['simulator']
  deliveries: Delivering
  receipts: SendingReceipts | undefined
  close(): Promise<void>
}

/** Everything that serves the API or works for it in the background, opened but not yet listening. */
export async function openService(
  config: Config,
  opened: OpenedDatabase,
  {
    log,
    servesApi,
    metrics = createMetrics(),
    heap,
  }: { log: Logger; servesApi: boolean; metrics?: ServiceMetrics; heap?: HeapWatch },
): Promise<OpenedService> {
  const databaseClock = await openDatabaseClock(opened.database)
  const clock = () => databaseClock.now()
  const random = pooledRandom((length) => randomBytes(length))
  const keys = masterKeys(config)
  metrics.backlog(() => readBacklog(opened.database, clock()))
  const watch = await openSessionWatch(opened.database)
  const eventWatch =
    config.environment === 'sandbox' ? await openEventWatch(opened.database) : undefined
  const clocks =
    config.environment === 'sandbox'
      ? await openMerchantClocks(opened.database, clock, {
          onChange: (merchantId) => watch.wakeMerchant(merchantId),
          onError: (error) => log.error({ err: error }, 'the clocks of merchants were not read'),
        })
      : undefined
  const withinMs = config.databaseTimeoutMs * SHARE_AT_WORK
  const limit = createConcurrencyLimit(config.permitsMax, { withinMs })
  const concurrencyLimit = heap === undefined ? limit : withHeap(limit, heap)
  // A worker without the API in its process reaches it over the network.
  let api: Fetch = (request) => fetch(request)
  const { processor, simulator, close } = await openProcessor(config, {
    databaseUrl: opened.url,
    secretKey: keys.webhookSecrets,
    clock,
    clockOf: (merchantId) => clocks?.clockOf(merchantId)() ?? clock(),
    random,
    notify: (request) => api(request),
    work: (call) => concurrencyLimit.resume(call),
  })
  const context: ServiceContext = {
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    database: opened.database,
    processor,
    keys,
    emailsReceipts: config.mail !== undefined,
    cardDeclinesPerSession: config.cardDeclinesPerSession,
    retentionDays: config.retentionDays,
    cardWatch: createCardWatch({ clock, log, metrics }),
    processorBreaker: createProcessorBreaker({
      isPerMerchant: processor.sandbox !== undefined,
      nowMs: () => performance.now(),
      log,
      metrics,
    }),
    clock,
    wallClock: clock,
    random,
    log,
    away: (wait) => wait(),
    watch,
    ...(eventWatch && { eventWatch }),
    images: createImageCache({
      fetchImage: createFetchImage({
        environment: config.environment,
        allowLoopback: config.allowLoopbackCallbacks,
        lookup: createResolveHost(),
      }),
      clock,
    }),
  }
  const deliveries = openDeliveries(config, context, metrics)
  const receipts = config.mail && {
    send: createReceiptMailer(config.mail.server, config.mail.from),
    metrics,
  }
  if (clocks) context.time = { clocks, deliveries, receipts, simulator }
  let admission: Admission | undefined
  if (servesApi) {
    const { environment, apiUrl, requestsPerSecond, callsUnderWayMax, wrongKeysPerMinute } = config
    const { version } = packageJson
    const document = openApiDocument({ environment, apiUrl, version })
    const app = createApi(context, {
      apiUrl,
      metrics,
      requestsPerSecond,
      callsUnderWayMax,
      wrongKeysPerMinute,
      concurrencyLimit,
      mounts: {
        ...(simulator && { simulator: simulator.fetch }),
        ...(await createDocs({ document, random })),
      },
    })
    admission = createAdmission(concurrencyLimit, { environment, apiUrl, random, metrics })
    api = (request, client) => Promise.resolve(app.fetch(request, client))
  }
  return {
    context,
    metrics,
    fetch: (request, client) => api(request, client),
    concurrencyLimit,
    admission,
    simulator,
    deliveries,
    receipts,
    async close() {
      await clocks?.close()
      await watch.close()
      await eventWatch?.close()
      await deliveries.sender.close()
      await close()
      await databaseClock.close()
    },
  }
}

/** What it takes to deliver a notification. */
function openDeliveries(
  { allowLoopbackCallbacks }: Config,
  { database, clock, wallClock, random, keys, log }: ServiceContext,
  metrics: ServiceMetrics,
): Delivering {
  return {
    database,
    clock,
    wallClock,
    random,
    secretKeys: keys.opensWebhookSecrets,
    sender: createSender({
      lookup: createResolveHost(),
      allowLoopback: allowLoopbackCallbacks,
      clock: wallClock,
    }),
    referenceOf: (sessionId) => findReference({ database, keys }, sessionId),
    log,
    metrics,
  }
}
