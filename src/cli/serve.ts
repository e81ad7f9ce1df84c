import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createMetrics, type ServiceMetrics } from '../server/monitoring/metrics.ts'
import { createHeapWatch, type HeapWatch } from '../server/limits/heap-watch.ts'
import { createPrivateApp, type PrivateAppOptions } from '../server/monitoring/private-app.ts'
import { migrate, pendingMigrations } from '../server/database/migrate.ts'
import { ensureCheckoutKey } from './compose/checkout-key.ts'
import { ensureDemoMerchant } from './compose/demo-merchant.ts'
import { observeHeap } from './compose/observe-heap.ts'
import { listenHttp, type ServerOptions } from './compose/listen-http.ts'
import { openBff } from './compose/open-bff.ts'
import { openCardFrame } from './compose/open-card-frame.ts'
import { openConfiguredDatabase } from './compose/open-database.ts'
import { openDemoStore } from './compose/open-demo-store.ts'
import { openService, type OpenedService } from './compose/open-service.ts'
import { createStack, type Stack } from './compose/stack.ts'
import { startBackground } from './compose/start-background.ts'
import { createUnnamedProxies } from './compose/unnamed-proxies.ts'
import type { Config } from './config.ts'
import type { Sandbox } from './load-sandbox.ts'
import { needsService, type Parts } from './parts.ts'
import { requireSandbox } from './require-sandbox.ts'
import { servingMessage } from './serving-message.ts'

/** For what is under way when no more connections are taken. */
const GRACE_MS = 10_000
const PRIVATE_HOST = '127.0.0.1'

/** What `serve` needs of its process, so that a test can play it. */
export interface Serving {
  log: Logger
  say: (text: string) => void
  /** Resolves when the process is asked to stop. */
  stopRequested: Promise<unknown>
  /** In the sandbox; by default that of this copy of the project. */
  sandbox?: Sandbox | undefined
}

interface Stopping extends Serving {
  /** Resolves when no more connections are to be taken. */
  drained: Promise<unknown>
}

/**
 * Runs the parts until it is asked to stop: then it is not ready any more, and after the time that proxies need to see
 * that, nothing new is taken, what is under way ends, and everything closes in the reverse order of its opening. A part
 * that cannot start ends the others.
 */
export async function serve(config: Config, parts: Parts, serving: Serving): Promise<void> {
  const { log, say, stopRequested } = serving
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
      // An open page listens without end; it comes back to the next process.
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
    say(servingMessage(config, parts))
    await stopRequested
    log.info('stopping')
    await drained
  } finally {
    await opened.close()
  }
}

/** Needed first of all, so that a copy of the project without one opens nothing. */
async function sandboxOf(
  { environment }: Config,
  { sandbox }: Serving,
): Promise<Sandbox | undefined> {
  return environment === 'sandbox' ? (sandbox ?? (await requireSandbox())) : undefined
}

/** The API and the background work, where this process has a share in them. */
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
    // At once: another process takes its work over. What becomes of it is told when it is awaited.
    void stopRequested.then(stop).catch(() => undefined)
  }

  // Who waits for news asks again, and finds the next process.
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
  const listening = { opened, host: PRIVATE_HOST, idleMs: 0 }
  await listen(listening, 'private port (PRIVATE_PORT)', config.privatePort, app)
}

/** How the BFF reaches the API: in this process where it is here and the configuration does not say otherwise. */
function apiOf(config: Config, parts: Parts, service: OpenedService | undefined) {
  return config.apiInProcess && parts.has('api') ? service?.fetch : undefined
}

/** Where servers listen, and what becomes of them in the end. */
interface Listening extends Pick<ServerOptions, 'proxies' | 'onUnnamedProxy'> {
  opened: Stack
  host: string
  /** How long a connection without a request is left open then. */
  idleMs: number
}

async function listen(
  { opened, idleMs, ...where }: Listening,
  name: string,
  port: number,
  { fetch, admission }: Pick<ServerOptions, 'fetch' | 'admission'>,
): Promise<void> {
  const server = await listenHttp({ ...where, fetch, admission, port, name })
  opened.add(name, () => server.close({ idleMs, graceMs: GRACE_MS }))
}
