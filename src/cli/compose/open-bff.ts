import type { Fetch } from '#contract/fetch.ts'
import type { Logger } from 'pino'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { type AddRoutes, type Bff, createBff } from '#page/bff/bff.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import { createPageLimit } from '#page/bff/limits/page-limit.ts'
import {
  createPlaceLookUp,
  inTurn,
  type LookUpPlace,
  PLACE_TIMEOUT_MS,
} from '#page/bff/postal-codes/look-up-place.ts'
import { openPlaceTable, PlaceTableRefused } from '#page/bff/postal-codes/place-table.ts'
import { createGuardedGet } from '#server/outgoing/guarded-get.ts'
import { callbackLookup } from '#server/outgoing/resolve-host.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '#server/limits/concurrency-limit.ts'
import type { HeapWatch } from '#server/limits/heap-watch.ts'
import { traceRoutes } from '#server/tracing/trace-routes.ts'
import { measureRoutes } from '#server/monitoring/measure-routes.ts'
import type { ServiceMetrics } from '#server/monitoring/metrics.ts'
import type { Tracer } from '#server/tracing/tracer.ts'
import type { Config } from '../config.ts'
import { openCheckoutClient } from './checkout-client.ts'
import { configuredFieldsUrl } from './fields-url.ts'
import { buildDirectory, checkBuiltFor } from './page-build.ts'

/** Opens additional routes, given the directory of the build and the public URLs of API and dashboard. */
export type OpenExtras = (options: {
  directory: string
  apiUrl: string
  adminUrl: string
}) => Promise<AddRoutes>

export async function openBff(
  config: Config,
  {
    api,
    concurrencyLimit,
    heap,
    log,
    metrics,
    tracer,
    extras,
  }: {
    api: Fetch | undefined
    /** The API's concurrency limit, if the API is in this process. */
    concurrencyLimit?: ConcurrencyLimit | undefined
    heap?: HeapWatch
    log: Logger
    metrics: Pick<ServiceMetrics, 'browserReported' | 'pageServed'>
    /** Default: no spans are made. */
    tracer?: Tracer | undefined
    extras?: OpenExtras | undefined
  },
): Promise<Bff> {
  const fieldsUrl = configuredFieldsUrl(config)
  const directory = buildDirectory(config.environment)
  const build = await loadBuild(directory)
  if (build.kind === 'loaded') checkBuiltFor(config.environment, build.manifest.environment)
  const pages = createConcurrencyLimit(config.permitsMax)
  const bff = createBff({
    client: openCheckoutClient(config, api, tracer),
    build,
    environment: config.environment,
    checkoutUrl: config.checkoutUrl,
    fieldsUrl,
    securityContact: config.securityContact,
    cardDeclinesPerAddress: config.cardDeclinesPerAddress,
    lookUpPlace: await openPlaces(config),
    log,
    countReport: metrics.browserReported,
    clock: () => new Date(),
    acquirePage: createPageLimit(() => {
      const isShort =
        heap?.hasRoom('show') === false || concurrencyLimit?.hasPermit('show') === false
      return isShort ? undefined : pages.acquire('show')
    }, config.permitsMax),
    addRoutes: await extras?.({
      directory,
      apiUrl: config.apiUrl,
      adminUrl: config.adminUrl,
    }),
  })
  const routes = ofSessions(bff)
  const traced = tracer === undefined ? bff.fetch : traceRoutes(tracer, routes, bff.fetch)
  return { ...bff, fetch: measureRoutes(routes, metrics.pageServed, traced) }
}

/** Looks up the address of a CEP in the operator's table, and then at the operator's service. */
async function openPlaces(config: Config): Promise<LookUpPlace | undefined> {
  const { postalCodeFile: path, postalCodeUrl: url, postalCodeNetworks: networks, layout } = config
  const get = createGuardedGet({
    lookup: callbackLookup(networks),
    allowLoopback: layout === 'local',
    networks,
    timeoutMs: PLACE_TIMEOUT_MS,
  })
  return inTurn(
    path === undefined ? undefined : await openPlaceTable(path).catch(failOfTable),
    url === undefined ? undefined : createPlaceLookUp({ url, get }),
  )
}

function failOfTable(error: unknown): never {
  if (!(error instanceof PlaceTableRefused)) throw error
  throw new CommandFailure(
    `The configuration is wrong:\n  POSTAL_CODE_FILE: ${error.message}`,
    EXIT.configuration,
  )
}

/** The routes to trace and to measure: those of a session, not files, reports and pages without one. */
function ofSessions({ routes }: Bff): Bff['routes'] {
  return routes.filter(({ path }) => path.includes('/:reference'))
}
