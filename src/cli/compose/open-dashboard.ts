import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import type { Logger } from 'pino'
import { createDashboard, type Dashboard } from '#dashboard/server/dashboard.ts'
import { loadSinglePage } from '#http/load-single-page.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { shedFirst, type ConcurrencyLimit } from '#server/limits/concurrency-limit.ts'
import { createPersonLimits } from '#dashboard/server/person-limits.ts'
import { createGuessCounter } from '#server/service/people/guess-counter.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import packageJson from '#package.json' with { type: 'json' }
import type { ServiceMetrics } from '#server/monitoring/metrics.ts'
import type { Config } from '../config.ts'
import type { Parts } from '../parts.ts'
import { buildDirectory } from './page-build.ts'

/** Shorter than the timeout of shoppers' statements: a person waits, and can repeat the request. */
const STATEMENT_TIMEOUT_MS = 2000
/** Few people use the dashboard at once, and their work must not slow shoppers down. */
const CONNECTIONS_OF_EACH_KIND = 2

/** The dashboard with connections of its own, so that none of its work takes one from shoppers. */
export async function openDashboard(
  config: Config,
  {
    url,
    context,
    concurrencyLimit,
    metrics,
    parts,
    log,
  }: {
    url: string
    context: ServiceContext
    concurrencyLimit: ConcurrencyLimit
    metrics: Pick<ServiceMetrics, 'methodsWithOpenBreaker' | 'browserReported'>
    parts: Parts
    log: Logger
  },
): Promise<Dashboard & { close: () => Promise<void> }> {
  const timeoutMs = Math.min(STATEMENT_TIMEOUT_MS, config.databaseTimeoutMs)
  const database = openDatabase({
    url,
    log,
    timeoutMs,
    connectionsOfEachKind: CONNECTIONS_OF_EACH_KIND,
  })
  const startedAt = context.clock()
  const { environment, keys, clock, random } = context
  const directory = join(buildDirectory(environment), 'dashboard')
  const page = await loadSinglePage(directory, 'dashboard.json')
  if (page === null) log.warn('The dashboard has no page. Run: npm run build')
  return {
    ...createDashboard({
      context: {
        environment,
        layout: config.layout,
        database,
        service: { ...context, database },
        keys,
        clock,
        random,
        clockOf: (merchantId) => context.time.clockOf(merchantId),
        adminUrl: config.adminUrl,
        apiUrl: config.apiUrl,
        checkoutUrl: config.checkoutUrl,
        storeUrl: config.layout === 'local' ? config.storeUrl : null,
        allowLoopbackCallbacks: config.allowLoopbackCallbacks,
        callbackNetworks: config.callbackNetworks,
      },
      guesses: createGuessCounter(),
      limits: createPersonLimits(),
      runIfIdle: shedFirst(concurrencyLimit),
      readProcess: () => {
        const heap = getHeapStatistics()
        return {
          version: packageJson.version,
          node: process.version,
          parts: [...parts],
          startedAt: startedAt.toISOString(),
          heapUsedBytes: heap.used_heap_size,
          heapMaxBytes: heap.heap_size_limit,
          breakersOpen: metrics.methodsWithOpenBreaker(),
          settings: [...config.settings],
        }
      },
      log,
      countReport: metrics.browserReported,
      page,
    }),
    close: () => database.close(),
  }
}
