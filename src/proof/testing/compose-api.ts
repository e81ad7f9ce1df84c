import { evidencePdf } from '#page/evidence-pdf/evidence-pdf.ts'
import { pino } from 'pino'
import type { Environment } from '#contract/environment.ts'
import type { Layout } from '#domain/layout.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Timer } from '#server/processors/time-out-calls.ts'
import type { ApiOptions } from '#server/api/api.ts'
import {
  type Outgoing,
  openService,
  type Extension,
  type ExtensionContext,
} from '#server/compose.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { WRONG_KEYS_PER_MINUTE } from '#server/limits/rate-limit.ts'
import type { Client } from '#http/client-address.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { createMetrics, type ServiceMetrics } from '#server/monitoring/metrics.ts'
import type { ResolveHost } from '#server/outgoing/resolve-host.ts'
import { NO_BREAKER, type After } from '#server/service/payments/processor-breaker.ts'
import { openSandbox, type JoinedSandbox } from '#sandbox/compose.ts'
import type { SandboxParts } from '#sandbox/sandbox-context.ts'
import type { Tracer } from '#server/tracing/tracer.ts'
import type { OpenSimulation } from '#sandbox/simulation.ts'
import type { Database } from '#server/database/engine/database.ts'
import { API_URL } from './api-url.ts'
import { seededBytes } from './seeded-bytes.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import type { TestClock } from './test-clock.ts'

export interface ApiParts {
  environment: Environment
  layout: Layout
  /** Replaces the simulated processor. */
  processor: Processor
  processorTimeoutMs: number
  /** Ends calls of the processor; by default they never hang. */
  processorTimer: Timer
  /** Takes the probes of open circuit breakers; by default they never run. */
  after: After
  /** Whether a replaced processor has a circuit breaker, as in production. */
  breaksAtSilence: boolean
  requestsPerSecond: number
  callsUnderWayMax: number
  wrongKeysPerMinute: number
  /** DNS lookup of outgoing calls; resolves nothing by default. */
  lookup: ResolveHost
  imageTimeoutMs: number
  /** Which loopback addresses images may come from; all by default, since the tests' own image servers are there. */
  loopbackImages: NonNullable<Outgoing['loopbackImages']>
  emailsReceipts: boolean
  cardDeclinesPerSession: number
  retentionDays: number
  masterKey: Uint8Array
  tracer: Tracer
}

export interface ComposedApi {
  context: ServiceContext
  metrics: ServiceMetrics
  /** `client` is absent for calls within the process. */
  fetch: (request: Request, client?: Client) => Promise<Response>
  /** Throws when the API has another processor. */
  simulation: Simulation
  /** Throws in production. */
  sandbox: SandboxParts
  /** The environment's additions, for another API over the same context. */
  joined: Pick<ApiOptions, 'handlers'>
  /** Log lines so far, as JSON. */
  logged: string[]
  /** Closes everything but the database. */
  close(): Promise<void>
}

const CHECKOUT_URL = 'http://checkout.test'

/** The whole API over a migrated database, composed as `checkout serve` does. */
export async function composeApi({
  database,
  url,
  clock,
  environment = 'sandbox',
  layout,
  processor,
  processorTimeoutMs = 5000,
  processorTimer = () => new Promise(() => undefined),
  after = () => undefined,
  breaksAtSilence = processor === undefined,
  requestsPerSecond = 100_000,
  callsUnderWayMax = 100_000,
  wrongKeysPerMinute = WRONG_KEYS_PER_MINUTE,
  lookup = async () => [],
  imageTimeoutMs = 5000,
  loopbackImages = 'all',
  emailsReceipts = false,
  cardDeclinesPerSession = 0,
  retentionDays = 90,
  masterKey,
  tracer,
}: Partial<ApiParts> & {
  database: Database
  /** Database URL for the simulated processor. */
  url: string
  clock: TestClock
}): Promise<ComposedApi> {
  const random = seededBytes(environment)
  const keys = deriveMasterKeys(masterKey ?? random(32))
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  let simulation: Simulation | undefined
  const simulate: OpenSimulation = async (context) => {
    simulation = await openSimulation({
      ...context,
      databaseUrl: url,
      timeoutMs: processorTimeoutMs,
    })
    return simulation
  }
  const service = await openService({
    environment,
    layout,
    checkoutUrl: CHECKOUT_URL,
    database,
    processor,
    processorTimer,
    after,
    keys,
    clock: () => clock.now(),
    nowMs: () => clock.now().getTime(),
    random,
    evidencePdf,
    log,
    metrics: createMetrics(),
    tracer,
    emailsReceipts,
    cardDeclinesPerSession,
    retentionDays,
    outgoing: {
      allowLoopback: environment === 'sandbox',
      loopbackImages,
      lookup,
      imageTimeoutMs,
      clock: () => new Date(),
    },
    ...(!breaksAtSilence && { processorBreaker: NO_BREAKER }),
    extension: extensionOf(environment, processor === undefined ? simulate : undefined),
    api: { apiUrl: API_URL, requestsPerSecond, callsUnderWayMax, wrongKeysPerMinute },
  })
  const { context, metrics, fetch, joined } = service
  return {
    context,
    metrics,
    fetch,
    get simulation() {
      return known(simulation, 'this API has no simulated processor')
    },
    get sandbox() {
      return known(joined, 'only the sandbox has these parts').context.sandbox
    },
    joined: {
      ...(joined?.handlers && { handlers: joined.handlers }),
    },
    logged,
    close: () => service.close(),
  }
}

/** The sandbox; in production only the simulated processor, as tests need one. */
function extensionOf(environment: Environment, simulate: OpenSimulation | undefined) {
  return async (context: ExtensionContext): Promise<Extension<JoinedSandbox>> => {
    if (environment === 'sandbox') return openSandbox(context, simulate)
    const clockOf = () => context.clock()
    const simulation = await simulate?.({ ...context, clockOf })
    if (simulation === undefined) return {}
    return {
      processor: simulation.processor,
      mounts: { simulator: simulation.fetch },
      close: () => simulation.close(),
    }
  }
}

function known<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(otherwise)
  return value
}
