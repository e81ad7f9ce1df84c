import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { createMetrics, type ServiceMetrics } from '#server/monitoring/metrics.ts'
import { createHeapWatch, type HeapWatch } from '#server/limits/heap-watch.ts'
import { createPrivateApp, type PrivateAppOptions } from '#server/monitoring/private-app.ts'
import type { Database } from '#server/database/engine/database.ts'
import { migrate, pendingMigrations } from '#server/database/migrate/migrate.ts'
import {
  DatabaseReadOnly,
  isReadOnly,
  waitForDatabase,
} from '#server/database/engine/wait-for-database.ts'
import { readMissingPrivileges } from '#server/database/installation/app-role.ts'
import { onlyNotifications } from '#server/api/processor-notifications.ts'
import { authoritiesOf } from '#server/processors/accounts/accounts.ts'
import { pageTrouble } from './compose/page-trouble.ts'
import { ensureCheckoutKey, PAGE_KEY_REMEDY, problemOfPageKey } from './compose/checkout-key.ts'
import { demoAdminLink } from './compose/demo-admin.ts'
import { ensureDemoMerchant } from './compose/demo-merchant.ts'
import { observeHeap } from '#server/process/observe-heap.ts'
import { ListenFailure, listenHttp, type ServerOptions } from '#server/process/listen-http.ts'
import { openAccountsEarly } from './compose/open-accounts.ts'
import { openDashboard } from './compose/open-dashboard.ts'
import { openBff } from './compose/open-bff.ts'
import { openCardFrame } from './compose/open-card-frame.ts'
import { refuseMissingPrivileges } from './compose/missing-privileges.ts'
import { openConfiguredDatabase } from './compose/open-database.ts'
import { ownDatabase, refuseOtherDatabase } from './compose/own-database.ts'
import { openFakeBanks, type FakePages } from './compose/open-fake-banks.ts'
import { openDemoStore } from './compose/open-demo-store.ts'
import { openService, type OpenedService } from './compose/open-service.ts'
import { keepServedAddresses } from './compose/served-addresses.ts'
import { openTraces } from './compose/open-traces.ts'
import { createStack, type Stack } from '#server/process/stack.ts'
import { startBackground } from './compose/start-background.ts'
import { createUnnamedProxies, createUnreadableForwards } from '#server/process/unnamed-proxies.ts'
import type { CurrentSpan } from '#server/tracing/current-span.ts'
import type { Tracer } from '#server/tracing/tracer.ts'
import type { Config } from './config.ts'
import type { Sandbox } from './load-sandbox.ts'
import { needsService, servesShoppers, type Parts } from './parts.ts'
import { requireSandbox } from './require-sandbox.ts'
import { servingMessage } from './serving-message.ts'

/** Time for requests in flight to end when the servers close. */
const GRACE_MS = 10_000
/** Shorter than the time-out of a scrape. */
const PING_TIMEOUT_MS = 2000
/** A bank sends shoppers back with a result of up to 20 000 characters in the address. */
const PAGE_HEADER_BYTES_MAX = 32 * 1024

/** What `serve` needs from its process; tests inject it. */
export interface Serving {
  log: Logger
  print: (text: string) => void
  /** Tells a person at a terminal how far the start is. */
  progress: (text: string) => void
  /** Resolves on SIGTERM or SIGINT. */
  stopRequested: Promise<unknown>
  /** Default: the sandbox of this copy of the project, if there is one. */
  sandbox?: Sandbox | undefined
  /** The current span of the log, if traces are on. */
  currentSpan?: CurrentSpan | undefined
}

interface Stopping extends Serving {
  /** Resolves when the drain delay is over. */
  drained: Promise<unknown>
  phase: PrivateAppOptions['phase']
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
  // Opened first, so that traces are closed last and record the end of every request.
  const traces = await openTraces(config, { ...serving, metrics })
  if (traces !== undefined) opened.add('the traces', () => traces.close())
  const tracer = traces?.tracer
  const heap = createHeapWatch({ nowMs: () => performance.now(), log, metrics })
  const observed = observeHeap((inUseShare) => heap.collected(inUseShare))
  opened.add('what observes the heap', async () => observed.close())
  const drained = stopRequested.then(() => sleep(config.drainMs))
  const listening: Listening = { opened, host: config.host, idleMs: config.drainMs }
  const atProxies: Listening = {
    ...listening,
    proxies: config.trustedProxies,
    onUnnamedProxy: createUnnamedProxies(log, metrics.untrustedProxyForwarded),
    onUnreadableForward: createUnreadableForwards(log),
  }
  // guard: starting-is-not-ready
  let phase: ReturnType<PrivateAppOptions['phase']> = 'starting'
  void stopRequested.then(() => {
    phase = 'stopping'
  })
  const stopping: Stopping = { ...serving, sandbox, drained, phase: () => phase }
  try {
    const { service, payerPages, dashboardLink } = await startService(
      config,
      parts,
      stopping,
      atProxies,
      {
        metrics,
        heap,
        tracer,
      },
    )
    if (service === undefined && servesShoppers(parts))
      await listenPrivately(config, stopping, opened, {
        metrics,
        pageTrouble: () => pageTrouble(config),
      })
    const api = apiOf(config, parts, service)
    if (parts.has('fields'))
      await listen(
        atProxies,
        "card's frame (FIELDS_PORT)",
        config.fieldsPort,
        await openCardFrame(config, {
          api,
          log,
          metrics,
          previewSeal: sandbox?.createPreviewSeal(),
        }),
      )
    if (parts.has('bff')) {
      const bff = await openBff(config, {
        api,
        concurrencyLimit: service?.concurrencyLimit,
        heap,
        log,
        metrics,
        tracer,
        extras: sandbox?.openPageRoutes,
      })
      // Event streams never end by themselves; pages reconnect to the next process.
      void drained.then(() => bff.close())
      await listen(atProxies, 'page (CHECKOUT_PORT)', config.checkoutPort, {
        fetch: bff.fetch,
        headerBytesMax: PAGE_HEADER_BYTES_MAX,
      })
    }
    if (parts.has('store'))
      await listen(
        listening,
        'demo store (STORE_PORT)',
        config.storePort,
        await openDemoStore(config, { ...stopping, fakes: payerPages }),
      )
    if (phase === 'starting') phase = 'serving'
    const takeBack = keepServedAddresses(config, parts)
    opened.add('the addresses beside the data', async () => takeBack())
    print(servingMessage(config, parts, { fakes: payerPages, dashboardLink }))
    await stopRequested
    log.info('stopping')
    await drained
  } finally {
    await opened.close()
  }
}

/** Starts the fake banks in the process of the API, since they call its port for notifications. */
async function startFakeBanks(
  config: Config,
  { accounts }: OpenedService,
  { sandbox }: Serving,
  opened: Stack,
): Promise<Started['payerPages']> {
  if (accounts === undefined || sandbox === undefined) return []
  const running = await openFakeBanks(config, accounts, sandbox)
  opened.add('the fake banks', () => running.close())
  return running.pages
}

/** Called first, so that a copy without the sandbox's folder fails before anything is opened. */
async function sandboxOf(
  { environment }: Config,
  { sandbox }: Serving,
): Promise<Sandbox | undefined> {
  return environment === 'sandbox' ? (sandbox ?? (await requireSandbox())) : undefined
}

interface Started {
  /** Undefined for a process without API and background work. */
  service: OpenedService | undefined
  /** The pages of fakes. */
  payerPages: FakePages
  /** A link that signs in to a local sandbox's dashboard once. */
  dashboardLink: string | undefined
}

/** Starts the API and the background work, if this process has one of them. */
async function startService(
  config: Config,
  parts: Parts,
  serving: Stopping,
  listening: Listening,
  {
    metrics,
    heap,
    tracer,
  }: { metrics: ServiceMetrics; heap: HeapWatch; tracer: Tracer | undefined },
): Promise<Started> {
  const { log, stopRequested, drained } = serving
  if (!needsService(parts)) return { service: undefined, payerPages: [], dashboardLink: undefined }
  const { opened } = listening
  const added = serving.sandbox?.simulatorTables
  const accounts = await openAccountsEarly(config)
  const database = await openConfiguredDatabase(config, { log, role: 'server' })
  opened.add('the database', () => database.close())
  // Before the wait below, so that an alert fires for a process that waits for its database.
  metrics.database(() => database.database.healthy(PING_TIMEOUT_MS))
  const opensLater: { service?: OpenedService } = {}
  await listenPrivately(config, serving, opened, {
    metrics,
    database: {
      healthy: (timeoutMs) => database.database.healthy(timeoutMs),
      isReadOnly: () => isReadOnly(database.database),
      pendingMigrations: () => pendingMigrations(database.database),
      missingPrivileges: () => readMissingPrivileges(database.database, added),
    },
    pageTrouble: servesShoppers(parts)
      ? () => pageTrouble(config, apiOf(config, parts, opensLater.service))
      : undefined,
  })
  await waitUntilWritable(config, database.database, serving)
  await refuseMissingPrivileges(database.database, added)
  await refuseOtherDatabase(config, database.database)
  await migrate({ url: database.url, log, keepsAhead: true })
  await ownDatabase(config, database.database)
  serving.progress('Database ready')
  const servesApi = parts.has('api')
  const service = await openService(config, database, {
    log,
    servesApi,
    metrics,
    heap,
    tracer,
    accounts,
    sandbox: serving.sandbox,
  })
  opensLater.service = service
  opened.add('the service', () => service.close())
  // Started before the background work, which calls the fake banks.
  const payerPages = servesApi ? await startFakeBanks(config, service, serving, opened) : []
  if (servesApi) {
    await ensureCheckoutKey(config, service.context)
    if (servesShoppers(parts)) await warnOfPageKey(config, service, log)
    if (config.layout === 'local') await ensureDemoMerchant(config, service.context)
  }
  if (parts.has('worker')) {
    const background = startBackground(service)
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= background.stop())
    opened.add('the background work', stop)
    // Stops at once: other processes take over the worker's leases. A failure is reported where `stop` is awaited.
    void stopRequested.then(stop).catch(() => undefined)
  }

  // Long polls end here; their clients poll again and reach the next process.
  void drained.then(() => service.endWaits())
  if (servesApi) await listenForApi(config, service, listening)
  if (parts.has('dashboard')) {
    const { context, concurrencyLimit } = service
    const dashboard = await openDashboard(config, {
      url: database.url,
      context,
      concurrencyLimit,
      metrics,
      parts,
      log,
    })
    opened.add("the dashboard's connections", () => dashboard.close())
    // Does not listen at HOST, which shoppers and merchants reach.
    const place = { ...listening, host: config.adminHost }
    await listen(place, 'dashboard (ADMIN_PORT)', config.adminPort, dashboard)
  }
  const opensByLink = config.layout === 'local' && parts.has('dashboard')
  const dashboardLink = opensByLink ? await demoAdminLink(config, service.context) : undefined
  return { service, payerPages, dashboardLink }
}

/** Its pages would fail, and readiness says so; the API serves merchants all the same. */
async function warnOfPageKey(
  { checkoutApiKey }: Config,
  { context }: OpenedService,
  log: Logger,
): Promise<void> {
  const problem = checkoutApiKey && (await problemOfPageKey(context, checkoutApiKey))
  if (problem) log.error(`CHECKOUT_API_KEY ${problem}, so no page is shown; ${PAGE_KEY_REMEDY}`)
}

/** Listens for the API, and for processors' notifications with client certificates if an account needs that port. */
async function listenForApi(
  config: Config,
  service: OpenedService,
  listening: Listening,
): Promise<void> {
  const { fetch, admission, liveness, accounts } = service
  const { identity, clientCertificateHeader } = accounts?.webhooks ?? {}
  await listen(listening, 'API (API_PORT)', config.apiPort, {
    fetch,
    admission,
    liveness,
    clientCertificateHeader,
  })
  if (accounts === undefined || identity === undefined) return
  const authorities = authoritiesOf(accounts.all)
  await listen(
    // With mutual TLS the peer of the connection is the client, so no proxy header is trusted.
    { ...listening, proxies: undefined },
    "port for processors' notifications (PROCESSOR_WEBHOOK_PORT)",
    config.processorWebhookPort,
    { fetch: onlyNotifications(fetch), mutualTls: { ...identity, authorities } },
  )
}

/** Waits for a database that starts at the same time, unless a stop is requested. */
async function waitUntilWritable(
  { databaseWaitMs }: Config,
  database: Database,
  { log, stopRequested }: Serving,
): Promise<void> {
  const stop = new AbortController()
  void stopRequested.then(() => stop.abort())
  try {
    await waitForDatabase(database, {
      waitMs: databaseWaitMs,
      nowMs: () => performance.now(),
      log,
      stopped: stop.signal,
    })
  } catch (error) {
    // Not EXIT.configuration: during a fail-over a standby is no mistake, and systemd starts this again.
    throw error instanceof DatabaseReadOnly
      ? new CommandFailure(`${error.message} Name the primary.`)
      : error
  }
}

/** Readiness and metrics on the private port. */
async function listenPrivately(
  { privateHost, privatePort, metricsToken }: Config,
  { phase }: Stopping,
  opened: Stack,
  options: Pick<PrivateAppOptions, 'metrics' | 'database' | 'pageTrouble'>,
): Promise<void> {
  const app = createPrivateApp({ ...options, phase, metricsToken })
  const listening = { opened, host: privateHost, idleMs: 0 }
  await listen(listening, 'private port (PRIVATE_PORT)', privatePort, app)
}

/** The API's handler for in-process calls of the BFF; undefined: over the network. */
function apiOf(config: Config, parts: Parts, service: OpenedService | undefined) {
  return config.apiInProcess && parts.has('api') ? service?.fetch : undefined
}

/** Where servers listen, and how they close. */
interface Listening extends Pick<ServerOptions, 'onUnnamedProxy' | 'onUnreadableForward'> {
  proxies?: ServerOptions['proxies'] | undefined
  opened: Stack
  host: string
  /** How long idle connections stay open on closing. */
  idleMs: number
}

type Served = Pick<
  ServerOptions,
  'fetch' | 'headerBytesMax' | 'admission' | 'liveness' | 'mutualTls' | 'clientCertificateHeader'
>

async function listen(
  { opened, idleMs, ...where }: Listening,
  name: string,
  port: number,
  served: Served,
): Promise<void> {
  const { proxies, ...place } = where
  const server = await listenHttp({
    ...place,
    ...(proxies && { proxies }),
    ...served,
    port,
    name,
  }).catch((error: unknown) => {
    throw error instanceof ListenFailure
      ? new CommandFailure(error.message, error.mayPass ? EXIT.refusal : EXIT.configuration)
      : error
  })
  opened.add(name, () => server.close({ idleMs, graceMs: GRACE_MS }))
}
