import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { openApiDocument } from '../../contract/openapi.ts'
import { createApi } from '../../service/api.ts'
import type { ServiceContext } from '../../service/context.ts'
import { createDocs } from '../../service/docs/docs.ts'
import type { Client } from '../../service/http/client-address.ts'
import { createImageCache } from '../../service/images/image-cache.ts'
import { createMetrics, type ServiceMetrics } from '../../service/metrics.ts'
import { createFetchImage } from '../../service/outgoing/fetch-image.ts'
import { createResolveHost } from '../../service/outgoing/resolve-host.ts'
import {
  PROCESSOR_NOTIFICATIONS_PATH,
  receiveProcessorNotification,
} from '../../service/processor-notifications.ts'
import { openSessionWatch } from '../../service/session-watch.ts'
import { readBacklog } from '../../store/backlog.ts'
import type { Config } from '../config.ts'
import { masterKeys } from './master-key.ts'
import type { OpenedDatabase } from './open-database.ts'
import { openProcessor, type OpenedProcessor } from './open-processor.ts'
import { pooledRandom } from './pooled-random.ts'

type Fetch = (request: Request, client?: Client) => Promise<Response>

export interface OpenedService {
  context: ServiceContext
  metrics: ServiceMetrics
  /** The whole API, as a function. */
  fetch: Fetch
  simulator: OpenedProcessor['simulator']
  close(): Promise<void>
}

/** Everything that serves the API or works for it in the background, opened but not yet listening. */
export async function openService(
  config: Config,
  opened: OpenedDatabase,
  { log, servesApi }: { log: Logger; servesApi: boolean },
): Promise<OpenedService> {
  const clock = () => new Date()
  const random = pooledRandom((length) => randomBytes(length))
  const keys = masterKeys(config)
  const metrics = createMetrics()
  metrics.backlog(() => readBacklog(opened.database, clock()))
  const watch = await openSessionWatch(opened.database)
  // A worker without the API in its process reaches it over the network.
  let api: Fetch = (request) => fetch(request)
  const { processor, simulator, close } = await openProcessor(config, {
    databaseUrl: opened.url,
    secretKey: keys.webhookSecrets,
    clock,
    random,
    notify: (request) => api(request),
  })
  const context: ServiceContext = {
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    database: opened.database,
    processor,
    keys,
    emailsReceipts: config.mail !== undefined,
    clock,
    wallClock: clock,
    random,
    log,
    watch,
    images: createImageCache({
      fetchImage: createFetchImage({
        environment: config.environment,
        allowLoopback: config.allowLoopbackCallbacks,
        lookup: createResolveHost(),
      }),
      clock,
    }),
  }
  if (servesApi) {
    const { environment, apiUrl, requestsPerSecond } = config
    const { version } = packageJson
    const document = openApiDocument({ environment, apiUrl, version })
    const app = createApi(context, {
      metrics,
      requestsPerSecond,
      mounts: {
        [PROCESSOR_NOTIFICATIONS_PATH.split('/')[1] ?? '']: (request) =>
          receiveProcessorNotification(context, request),
        ...(simulator && { simulator: simulator.fetch }),
        ...(await createDocs({ document, random })),
      },
    })
    api = (request, client) => Promise.resolve(app.fetch(request, client))
  }
  return {
    context,
    metrics,
    fetch: (request, client) => api(request, client),
    simulator,
    async close() {
      await watch.close()
      await close()
    },
  }
}
