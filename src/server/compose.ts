import type { Environment } from '#contract/environment.ts'
import { layoutOf, type Layout } from '#domain/layout.ts'
import type { RandomBytes } from '#domain/id.ts'
import type { Logger } from 'pino'
import { createApi, type ApiOptions } from './api/api.ts'
import type { Client } from '#http/client-address.ts'
import { createImageCache, type Images } from './outgoing/image-cache.ts'
import { openSessionWatch, type SessionWatch } from './service/watch/session-watch.ts'
import type { ServiceContext } from './service/context.ts'
import type { Database } from './database/engine/database.ts'
import type { MasterKeys } from './service/keys/master-keys.ts'
import { findReference } from './service/keys/reference.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from './limits/concurrency-limit.ts'
import { realTime, type MerchantTime } from './service/merchant-time.ts'
import { certificatesOf } from './monitoring/certificate-gauge.ts'
import type { ServiceMetrics } from './monitoring/metrics.ts'
import { createRefusedCallLog } from './monitoring/refused-calls.ts'
import { createSessionOpeningLog } from './monitoring/session-openings.ts'
import { createFetchImage, type LoopbackImages } from './outgoing/fetch-image.ts'
import type { BuildConnector } from './outgoing/guarded-connector.ts'
import type { CallbackNetworks } from './outgoing/callback-networks.ts'
import { callbackLookup, createResolveHost, type ResolveHost } from './outgoing/resolve-host.ts'
import { createSender, type Sender } from './outgoing/send-webhook.ts'
import {
  createCardTestingAlarm,
  type CardTestingAlarm,
} from './service/payments/card-testing-alarm.ts'
import {
  createProcessorBreaker,
  type After,
  type ProcessorBreaker,
} from './service/payments/processor-breaker.ts'
import type { Processor } from './processors/processor.ts'
import {
  createProcessors,
  type AccountsOfMethods,
  type Processors,
} from './processors/processors.ts'
import { PROCESSOR_TIMEOUT_MAX_MS, timeOutCalls, type Timer } from './processors/time-out-calls.ts'
import { traceDatabase } from './tracing/trace-database.ts'
import { traceProcessor } from './tracing/trace-processor.ts'
import type { Tracer } from './tracing/tracer.ts'
import type { DeliveryContext } from './service/events/deliveries/deliver.ts'
import type { SendingReceipts } from './service/mails/send-receipts.ts'
import type { SendingSecurityMails } from './service/mails/send-security-mails.ts'

/** The dependencies of a service. Optional ones are created here unless they are passed. */
export interface ServiceParts {
  environment: Environment
  /** Default: that of the environment. */
  layout?: Layout | undefined
  /** Origin of the checkout page. */
  checkoutUrl: string
  database: Database
  keys: MasterKeys
  clock: () => Date
  random: RandomBytes
  evidencePdf: ServiceContext['evidencePdf']
  log: Logger
  metrics: ServiceMetrics
  cardDeclinesPerSession: number
  retentionDays: number
  /** Default: true when `receipts` is present. */
  emailsReceipts?: boolean
  receipts?: SendingReceipts | undefined
  securityMails?: SendingSecurityMails | undefined
  /** Monotonic. */
  nowMs?: () => number
  outgoing: Outgoing
  images?: Images
  sender?: Sender
  referenceOf?: DeliveryContext['referenceOf']
  cardTestingAlarm?: CardTestingAlarm
  processorBreaker?: ProcessorBreaker
  /** When the probes of open circuit breakers run. Default: real time. */
  after?: After
  /** Ends calls of the processor's module. Default: real time. */
  processorTimer?: Timer | undefined
  /** Default: no spans are made. */
  tracer?: Tracer | undefined
}

/** Outgoing connections: webhook deliveries and image fetches. */
export interface Outgoing {
  allowLoopback: boolean
  /** Private networks to which webhooks are delivered, too. Default: none. */
  callbackNetworks?: CallbackNetworks | undefined
  /** The images that may be fetched from loopback addresses. Default: none. */
  loopbackImages?: LoopbackImages
  lookup?: ResolveHost
  connector?: BuildConnector
  imageTimeoutMs?: number
  /** Times delivery attempts. Default: the service's own clock. */
  clock?: () => Date
}

/** Dependencies that are opened before the service. */
export interface OpenedParts {
  processor: Processor
  /** Default: `processor` alone. */
  processors?: Processors
  watch: SessionWatch
  /** Default: every merchant lives in real time. */
  time?: MerchantTime | undefined
}

export interface Service {
  context: ServiceContext
  metrics: ServiceMetrics
  deliveries: DeliveryContext
  receipts: SendingReceipts | undefined
  securityMails: SendingSecurityMails | undefined
}

/** Composition root: the only place that knows all members of the service context. */
export function composeService(parts: ServiceParts & OpenedParts): Service {
  const context = composeContext(parts)
  const { metrics, receipts, securityMails } = parts
  return {
    context,
    metrics,
    receipts,
    securityMails,
    deliveries: composeDeliveries(parts, context),
  }
}

function composeContext(parts: ServiceParts & OpenedParts): ServiceContext {
  const { clock, log, metrics, processor, nowMs = () => performance.now() } = parts
  const { processors = createProcessors([processor]) } = parts
  // Initialized to 0, so that the metrics show an account whose notifications never come, and one that is forged for the first time.
  for (const name of processors.names) {
    metrics.notificationsReceived(name, 0)
    metrics.notificationForged(name, 0)
  }
  for (const { name, isTold } of processors.all) metrics.processorTold(name, isTold === true)
  metrics.certificates(() => certificatesOf(processors.all))
  return {
    environment: parts.environment,
    layout: layoutIn(parts),
    checkoutUrl: parts.checkoutUrl,
    database: parts.database,
    processor,
    processors,
    keys: parts.keys,
    emailsReceipts: parts.emailsReceipts ?? parts.receipts !== undefined,
    cardDeclinesPerSession: parts.cardDeclinesPerSession,
    retentionDays: parts.retentionDays,
    cardTestingAlarm: parts.cardTestingAlarm ?? createCardTestingAlarm({ clock, log, metrics }),
    processorBreaker:
      parts.processorBreaker ??
      createProcessorBreaker({
        isPerMerchant: processor.sandbox !== undefined,
        probeOf(method) {
          const account = processors.forMethod(method)
          return account?.probe?.bind(account)
        },
        nowMs,
        after: parts.after,
        random: parts.random,
        log,
        metrics,
      }),
    processorMetrics: metrics,
    clock,
    wallClock: clock,
    random: parts.random,
    log,
    away: (wait) => wait(),
    watch: parts.watch,
    openings: createSessionOpeningLog(parts),
    images: parts.images ?? composeImages(parts),
    time: parts.time ?? realTime(clock),
    evidencePdf: parts.evidencePdf,
    tracer: parts.tracer,
  }
}

function layoutIn({ environment, layout = layoutOf(environment) }: ServiceParts): Layout {
  return layout
}

function composeImages(parts: ServiceParts): Images {
  const { outgoing, clock } = parts
  const { lookup = createResolveHost(), connector, imageTimeoutMs } = outgoing
  const fetchImage = createFetchImage({
    layout: layoutIn(parts),
    loopbackImages: outgoing.loopbackImages,
    lookup,
    ...(connector && { connector }),
    ...(imageTimeoutMs !== undefined && { timeoutMs: imageTimeoutMs }),
  })
  return createImageCache({ fetchImage, clock })
}

function composeDeliveries(parts: ServiceParts, context: ServiceContext): DeliveryContext {
  const { database, clock, wallClock, random, keys, log } = context
  return {
    database,
    clock,
    wallClock,
    random,
    secretKeys: keys.opensWebhookSecrets,
    sender: parts.sender ?? composeSender(parts),
    referenceOf: parts.referenceOf ?? ((sessionId) => findReference({ database, keys }, sessionId)),
    log,
    metrics: parts.metrics,
    tracer: parts.tracer,
  }
}

function composeSender({ outgoing, clock }: ServiceParts): Sender {
  const { allowLoopback, callbackNetworks: networks, lookup, connector } = outgoing
  return createSender({
    lookup: lookup ?? callbackLookup(networks),
    allowLoopback,
    networks,
    clock: outgoing.clock ?? clock,
    ...(connector && { connector }),
  })
}

type Fetch = (request: Request, client?: Client) => Promise<Response>

/** What an environment adds to the service. Production adds nothing. */
export interface Extension<Own extends Joined = Joined> {
  /** Used where no processor is configured. */
  processor?: Processor | undefined
  time?: MerchantTime
  /** Handlers mounted at the API's address, by their first path segment. */
  mounts?: NonNullable<ApiOptions['mounts']>
  /** Called once, with the service that it extends. */
  join?(service: Service): Own
  /** Graceful shutdown: answers long polls at once and stops keeping connections alive. */
  endWaits?(): Promise<void>
  close?(): Promise<void>
}

/** What an extension contributes to a service. */
export interface Joined extends Pick<ApiOptions, 'handlers'> {
  /** Starts the extension's background work. */
  startBackground(): { stop(): Promise<void> }
}

/** What an extension is opened with. */
export interface ExtensionContext extends Pick<
  ServiceParts,
  'database' | 'keys' | 'clock' | 'random' | 'log'
> {
  watch: SessionWatch
  /** Sends a request to the API, in this process or over the network. */
  notify: (request: Request) => Promise<Response>
  /** Runs in-process work as part of a call: it counts as work, not as a wait. */
  work: <T>(call: () => Promise<T>) => Promise<T>
}

export type OpenExtension<Own extends Joined = Joined> = (
  context: ExtensionContext,
) => Promise<Extension<Own>>

export interface OpenService<Own extends Joined = Joined> extends ServiceParts {
  /** Default: the extension's processor. */
  processor?: Processor | undefined
  /** Used in place of `processor`. `processors` is called with the extension's processor. */
  accounts?: {
    processors: (own: Processor | undefined) => readonly Processor[]
    methods: AccountsOfMethods
  }
  /** Bounds the calls at work in this process. Default: no bound. */
  concurrencyLimit?: ConcurrencyLimit
  /** Without it this process serves no API and reaches it over the network. */
  api?: Omit<ApiOptions, 'metrics' | 'concurrencyLimit' | 'handlers' | 'refusedCalls'> | undefined
  extension?: OpenExtension<Own> | undefined
}

export interface OpenedService<Own extends Joined = Joined> extends Service {
  fetch: Fetch
  joined: Own | undefined
  /** Graceful shutdown: answers all long polls at once. */
  endWaits(): void
  /** Closes everything but the database. */
  close(): Promise<void>
}

/** Opens a service with its API, not yet listening. */
export async function openService<Own extends Joined = Joined>(
  given: OpenService<Own>,
): Promise<OpenedService<Own>> {
  const options = withTracedDatabase(given)
  const { database, metrics, concurrencyLimit = createConcurrencyLimit(Infinity) } = options
  const watch = await openSessionWatch(database)
  let api: Fetch = (request) => fetch(request)
  const extension = await options.extension?.({
    ...options,
    watch,
    notify: (request) => api(request),
    work: (call) => concurrencyLimit.resume(call),
  })
  const { processor, processors } = openProcessors(options, extension?.processor)
  const time = extension?.time
  const service = composeService({ ...options, processor, processors, watch, time })
  const joined = extension?.join?.(service)
  const refusedCalls = createRefusedCallLog(service.context)
  if (options.api !== undefined) {
    const mounts = { ...extension?.mounts, ...options.api.mounts }
    const app = createApi(service.context, {
      ...options.api,
      ...joined,
      metrics,
      concurrencyLimit,
      mounts,
      refusedCalls,
    })
    api = async (request, client) => app.fetch(request, client)
  }
  return {
    ...service,
    joined,
    fetch: (request, client) => api(request, client),
    endWaits() {
      watch.end()
      void extension?.endWaits?.()
    },
    async close() {
      await refusedCalls.flush()
      await service.context.openings.flush()
      await watch.close()
      await service.deliveries.sender.close()
      await extension?.close?.()
    },
  }
}

function withTracedDatabase<Own extends Joined>(options: OpenService<Own>): OpenService<Own> {
  const { tracer, database } = options
  return tracer === undefined ? options : { ...options, database: traceDatabase(database, tracer) }
}

function openProcessors(
  { accounts, processor, processorTimer: timer, tracer }: OpenService,
  own: Processor | undefined,
): { processor: Processor; processors: Processors } {
  const one = processor ?? own
  const all = accounts?.processors(own) ?? (one === undefined ? [] : [one])
  const bounded = all.map((each) => {
    const calls = timeOutCalls(each, { timeoutMs: PROCESSOR_TIMEOUT_MAX_MS, timer })
    return tracer === undefined ? calls : traceProcessor(calls, tracer)
  })
  const first = bounded.find(({ sandbox }) => sandbox !== undefined) ?? bounded[0]
  if (first === undefined) throw new Error('the service has no processor')
  return { processor: first, processors: createProcessors(bounded, accounts?.methods) }
}
