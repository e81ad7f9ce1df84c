import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CommandFailure, EXIT } from '../client/tools/command-line/exit.ts'
import { createMetrics, type ServiceMetrics } from '../server/monitoring/metrics.ts'
import { createHeapWatch, type HeapWatch } from '../server/limits/heap-watch.ts'
import { createPrivateApp, type PrivateAppOptions } from '../server/monitoring/private-app.ts'
import { migrate, pendingMigrations } from '../server/database/migrate.ts'
import { ensureCheckoutKey } from './compose/checkout-key.ts'
import { ensureDemoMerchant } from './compose/demo-merchant.ts'
import { observeHeap } from '../server/process/observe-heap.ts'
import { ListenFailure, listenHttp, type ServerOptions } from '../server/process/listen-http.ts'
import { openBff } from './compose/open-bff.ts'
import { openCardFrame } from './compose/open-card-frame.ts'
import { openConfiguredDatabase } from './compose/open-database.ts'
import { openDemoStore } from './compose/open-demo-store.ts'
import { openService, type OpenedService } from './compose/open-service.ts'
import { createStack, type Stack } from '../server/process/stack.ts'
import { startBackground } from './compose/start-background.ts'
import { createUnnamedProxies } from '../server/process/unnamed-proxies.ts'
import type { Config } from './config.ts'
import type { Sandbox } from './load-sandbox.ts'
import { needsService, type Parts } from './parts.ts'
import { requireSandbox } from './require-sandbox.ts'
import { servingMessage } from './serving-message.ts'

/** For requests in flight when the servers close. */
const GRACE_MS = 10_000
const PRIVATE_HOST = '127.0.0.1'

/** What `serve` needs from its process; tests inject it. */
export interface Serving {
  log: Logger
  print: (text: string) => void
  /** Resolves on SIGTERM or SIGINT. */
  stopRequested: Promise<unknown>
  /** Default: the sandbox of this copy of the project, if there is one. */
  sandbox?: Sandbox | undefined
}

interface Stopping extends Serving {
  /** Resolves when the drain delay is over. */
  drained: Promise<unknown>
}

/**
 * Runs the parts until a stop is requested, then shuts down gracefully: readiness fails at once, and after the drain
 * delay, in which load balancers notice it, servers close, requests in flight end, and everything closes in the reverse
 * order of its opening. A part that cannot start ends the others.
 */
export async function serve(config: Config, parts: Parts, serving: Serving): Promise<void> {
  const { log, print, stopRequested } = serving
  const sandbox = await sandboxOf(config, serving)
  const opened = createStack((name, error) => log.error({ err: error }, `${name} did not close`))
  const metrics = createMetrics()
  const heap = createHeapWatch({ nowMs: () => performance.now(), log, metrics })
  const observed = observeHeap((inUseShare) => heap.collected(inUseShare))
  opened.add('what observes the heap', async () => observed.close())
  const drained = stopRequested.then(() => sleep(config.drainMs))
  const listening: Listening = { opened, host: config.host, idleMs: config.drainMs }
  const atProxies: Listening = {
    ...listening,
    proxies: config.trustedProxies,
    onUnnamedProxy: createUnnamedProxies(log, metrics.untrustedProxyForwarded),
  }
  const stopping: Stopping = { ...serving, sandbox, drained }
  try {
    const service = await startService(config, parts, stopping, atProxies, { metrics, heap })
    if (service === undefined && (parts.has('bff') || parts.has('fields')))
      await listenPrivately(config, serving, opened, { metrics })
    const api = apiOf(config, parts, service)
    if (parts.has('fields'))
      await listen(
        listening,
        "card's frame (FIELDS_PORT)",
        config.fieldsPort,
        await openCardFrame(config, { api, log, countReport: metrics.browserReported }),
      )
    if (parts.has('bff')) {
      const bff = await openBff(config, {
        api,
        concurrencyLimit: service?.concurrencyLimit,
        heap,
        log,
        countReport: metrics.browserReported,
        extras: sandbox?.openPageRoutes,
      })
      // Event streams never end by themselves; pages reconnect to the next process.
      void drained.then(() => bff.close())
      await listen(atProxies, 'page (CHECKOUT_PORT)', config.checkoutPort, bff)
    }
    if (parts.has('store'))
      await listen(
        listening,
        'demo store (STORE_PORT)',
        config.storePort,
        await openDemoStore(config, stopping),
      )
    print(servingMessage(config, parts))
    await stopRequested
    log.info('stopping')
    await drained
  } finally {
    await opened.close()
  }
}

/** Called first, so that a copy without the sandbox's folder fails before anything is opened. */
async function sandboxOf(
  { environment }: Config,
  { sandbox }: Serving,
): Promise<Sandbox | undefined> {
  return environment === 'sandbox' ? (sandbox ?? (await requireSandbox())) : undefined
}

/** Starts the API and the background work, if this process has one of them. */
async function startService(
  config: Config,
  parts: Parts,
  serving: Stopping,
  listening: Listening,
  { metrics, heap }: { metrics: ServiceMetrics; heap: HeapWatch },
): Promise<OpenedService | undefined> {
  const { log, stopRequested, drained } = serving
  if (!needsService(parts)) return undefined
  const { opened } = listening
  const database = await openConfiguredDatabase(config, { log, role: 'server' })
  opened.add('the database', () => database.close())
  await migrate({ url: database.url, log })
  const servesApi = parts.has('api')
  const service = await openService(config, database, {
    log,
    servesApi,
    metrics,
    heap,
    sandbox: serving.sandbox,
  })
  opened.add('the service', () => service.close())
  if (servesApi) {
    await ensureCheckoutKey(config, service.context)
    if (config.environment === 'sandbox') await ensureDemoMerchant(config, service.context)
  }
  if (parts.has('worker')) {
    const background = startBackground(service)
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= background.stop())
    opened.add('the background work', stop)
    // At once: other processes take over its leases. A failure is reported where `stop` is awaited.
    void stopRequested.then(stop).catch(() => undefined)
  }

  // Long polls end here; their clients poll again and reach the next process.
  void drained.then(() => service.endWaits())
  await listenPrivately(config, serving, opened, {
    metrics,
    database: {
      healthy: (timeoutMs) => database.database.healthy(timeoutMs),
      pendingMigrations: () => pendingMigrations(database.database),
    },
  })
  if (servesApi) await listen(listening, 'API (API_PORT)', config.apiPort, service)
  return service
}

/** Health, readiness and metrics on a private port. */
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
  const listening = { opened, host: PRIVATE_HOST, idleMs: 0 }
  await listen(listening, 'private port (PRIVATE_PORT)', config.privatePort, app)
}

/** The API's handler for in-process calls of the BFF; undefined: over the network. */
function apiOf(config: Config, parts: Parts, service: OpenedService | undefined) {
  return config.apiInProcess && parts.has('api') ? service?.fetch : undefined
}

/** Where servers listen, and how they close. */
interface Listening extends Pick<ServerOptions, 'proxies' | 'onUnnamedProxy'> {
  opened: Stack
  host: string
  /** How long idle connections stay open on closing. */
  idleMs: number
}

async function listen(
  { opened, idleMs, ...where }: Listening,
  name: string,
  port: number,
  { fetch, admission }: Pick<ServerOptions, 'fetch' | 'admission'>,
): Promise<void> {
  const server = await listenHttp({ ...where, fetch, admission, port, name }).catch(
    (error: unknown) => {
      throw error instanceof ListenFailure
        ? new CommandFailure(error.message, EXIT.configuration)
        : error
    },
  )
  opened.add(name, () => server.close({ idleMs, graceMs: GRACE_MS }))
}
