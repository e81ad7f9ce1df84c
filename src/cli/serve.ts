import type { Logger } from 'pino'
import type { Client, TrustedProxies } from '../service/http/client-address.ts'
import { createMetrics, type ServiceMetrics } from '../service/metrics.ts'
import { createPrivateApp, type PrivateAppOptions } from '../service/private-app.ts'
import { migrate, pendingMigrations } from '../store/migrate.ts'
import { ensureCheckoutKey } from './compose/checkout-key.ts'
import { ensureDemoMerchant } from './compose/demo-merchant.ts'
import { listenHttp } from './compose/listen-http.ts'
import { openBff } from './compose/open-bff.ts'
import { openCardFrame } from './compose/open-card-frame.ts'
import { openConfiguredDatabase } from './compose/open-database.ts'
import { openDemoStore } from './compose/open-demo-store.ts'
import { openService, type OpenedService } from './compose/open-service.ts'
import { createStack, type Stack } from './compose/stack.ts'
import { startBackground } from './compose/start-background.ts'
import type { Config } from './config.ts'
import type { Parts } from './parts.ts'
import { servingMessage } from './serving-message.ts'

const GRACE_MS = 10_000
const PRIVATE_HOST = '127.0.0.1'

/** What `serve` needs of its process, so that a test can play it. */
export interface Serving {
  log: Logger
  say: (text: string) => void
  /** Resolves when the process is asked to stop. */
  stopRequested: Promise<unknown>
}

/**
 * Runs the parts until it is asked to stop: then nothing new is taken, what is under way ends, and everything closes in
 * the reverse order of its opening. A part that cannot start ends the others.
 */
export async function serve(config: Config, parts: Parts, serving: Serving): Promise<void> {
  const { log, say, stopRequested } = serving
  const opened = createStack((name, error) => log.error({ err: error }, `${name} did not close`))
  const metrics = createMetrics()
  try {
    const service = await startService(config, parts, serving, opened, metrics)
    if (service === undefined && (parts.has('bff') || parts.has('fields')))
      await listenPrivately(config, serving, opened, { metrics })
    const api = apiOf(config, parts, service)
    if (parts.has('fields'))
      await listen(
        opened,
        "card's frame (FIELDS_PORT)",
        config.fieldsPort,
        config.host,
        await openCardFrame(config, { api, log, countReport: metrics.browserReported }),
      )
    if (parts.has('bff')) {
      const bff = await openBff(config, { api, log, countReport: metrics.browserReported })
      // An open page listens without end; it comes back to the next process.
      void stopRequested.then(() => bff.close())
      await listen(
        opened,
        'page (CHECKOUT_PORT)',
        config.checkoutPort,
        config.host,
        bff,
        config.trustedProxies,
      )
    }
    if (parts.has('store'))
      await listen(
        opened,
        'demo store (STORE_PORT)',
        config.storePort,
        config.host,
        openDemoStore(config, serving),
      )
    say(servingMessage(config, parts))
    await stopRequested
    log.info('stopping')
  } finally {
    await opened.close()
  }
}

/** The API and the background work, where this process has a share in them. */
async function startService(
  config: Config,
  parts: Parts,
  serving: Serving,
  opened: Stack,
  metrics: ServiceMetrics,
): Promise<OpenedService | undefined> {
  const { log, stopRequested } = serving
  if (!parts.has('api') && !parts.has('worker')) return undefined
  const database = await openConfiguredDatabase(config, { log, role: 'server' })
  opened.add('the database', () => database.close())
  await migrate({ url: database.url, log })
  const servesApi = parts.has('api')
  const service = await openService(config, database, { log, servesApi, metrics })
  opened.add('the service', () => service.close())
  if (servesApi) {
    await ensureCheckoutKey(config, service.context)
    if (config.environment === 'sandbox') await ensureDemoMerchant(config, service.context)
  }
  if (parts.has('worker')) {
    const background = startBackground(service)
    opened.add('the background work', () => background.stop())
  }

  // Who waits for news asks again, and finds the next process.
  void stopRequested.then(() => service.context.eventWatch?.close())
  await listenPrivately(config, serving, opened, {
    metrics,
    database: {
      healthy: (timeoutMs) => database.database.healthy(timeoutMs),
      pendingMigrations: () => pendingMigrations(database.database),
    },
  })
  if (servesApi)
    await listen(
      opened,
      'API (API_PORT)',
      config.apiPort,
      config.host,
      service,
      config.trustedProxies,
    )
  return service
}

/** What operators ask of this process. */
async function listenPrivately(
  config: Config,
  { stopRequested }: Serving,
  opened: Stack,
  options: Pick<PrivateAppOptions, 'metrics' | 'database'>,
): Promise<void> {
  let accepting = true
  void stopRequested.then(() => {
    accepting = false
  })
  const app = createPrivateApp({ ...options, accepting: () => accepting })
  await listen(opened, 'private port (PRIVATE_PORT)', config.privatePort, PRIVATE_HOST, app)
}

/** How the BFF reaches the API: in this process where it is here and the configuration does not say otherwise. */
function apiOf(config: Config, parts: Parts, service: OpenedService | undefined) {
  return config.apiInProcess && parts.has('api') ? service?.fetch : undefined
}

async function listen(
  opened: Stack,
  name: string,
  port: number,
  host: string,
  { fetch }: { fetch: (request: Request, client: Client) => Response | Promise<Response> },
  proxies?: TrustedProxies,
): Promise<void> {
  const listening = await listenHttp({ fetch, port, host, name, ...(proxies && { proxies }) })
  opened.add(name, () => listening.close(GRACE_MS))
}
