import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { openApiDocument } from '../../contract/openapi.ts'
import { renderReceipt } from '../../page/receipt/render-receipt.ts'
import { createDocs } from '../../server/api/docs/docs.ts'
import { PROCESSOR_NOTIFICATIONS_PATH } from '../../server/api/processor-notifications.ts'
import {
  openService as openParts,
  type OpenedService as OpenedParts,
  type OpenExtension,
} from '../../server/compose.ts'
import { readBacklog } from '../../server/database/backlog.ts'
import { openDatabaseClock } from '../../server/database/database-clock.ts'
import { createAdmission, type Admission } from '../../server/limits/admission.ts'
import {
  createConcurrencyLimit,
  withHeap,
  type ConcurrencyLimit,
} from '../../server/limits/concurrency-limit.ts'
import type { HeapWatch } from '../../server/limits/heap-watch.ts'
import { createReceiptMailer } from '../../server/mail/receipt-mailer.ts'
import { createMetrics, type ServiceMetrics } from '../../server/monitoring/metrics.ts'
import {
  loadProcessor,
  ProcessorNotLoaded,
  SIMULATED,
} from '../../server/processors/load-processor.ts'
import type { Processor } from '../../server/processors/processor.ts'
import { cacheEncryptionKey } from '../../server/processors/cache-encryption-key.ts'
import type { SendingReceipts } from '../../server/worker/receipts/send-receipts.ts'
import type { Config } from '../config.ts'
import { CommandFailure, EXIT } from '../../client/tools/command-line/exit.ts'
import type { JoinedSandbox, Sandbox } from '../load-sandbox.ts'
import { requireSandbox } from '../require-sandbox.ts'
import { masterKeys } from './master-key.ts'
import type { OpenedDatabase } from './open-database.ts'
import { pooledRandom } from '../../server/process/pooled-random.ts'

/** Share of the statement timeout in which an admitted request should end: no statement may come near its timeout. */
const SHARE_AT_WORK = 0.1
const PROCESSOR_TIMEOUT_MS = 10_000

export interface OpenedService extends OpenedParts<JoinedSandbox> {
  /** Over all requests of the API. */
  concurrencyLimit: ConcurrencyLimit
  /** Load shedding for the API's port, if it is served. */
  admission: Admission | undefined
}

export interface OpeningService {
  log: Logger
  servesApi: boolean
  metrics?: ServiceMetrics
  heap?: HeapWatch
  /** Default: the sandbox of this copy of the project, if there is one. */
  sandbox?: Sandbox | undefined
}

/** Opens the API and its background work, without listening or starting. */
export async function openService(
  config: Config,
  opened: OpenedDatabase,
  { log, servesApi, metrics = createMetrics(), heap, sandbox }: OpeningService,
): Promise<OpenedService> {
  const { environment, apiUrl, requestsPerSecond, callsUnderWayMax, wrongKeysPerMinute } = config
  const databaseClock = await openDatabaseClock(opened.database)
  const clock = () => databaseClock.now()
  const random = pooledRandom((length) => randomBytes(length))
  metrics.backlog(() => readBacklog(opened.database, clock()))
  const concurrencyLimit = openLimit(config, heap)
  const service = await openParts({
    environment,
    checkoutUrl: config.checkoutUrl,
    database: opened.database,
    keys: masterKeys(config),
    clock,
    random,
    log,
    metrics,
    cardDeclinesPerSession: config.cardDeclinesPerSession,
    retentionDays: config.retentionDays,
    receipts: receiptsOf(config, metrics),
    outgoing: { allowLoopback: config.allowLoopbackCallbacks },
    processor: await configuredProcessor(config, clock),
    extension: await extensionOf(config, opened, sandbox),
    concurrencyLimit,
    api: servesApi
      ? {
          apiUrl,
          requestsPerSecond,
          callsUnderWayMax,
          wrongKeysPerMinute,
          mounts: await docsOf(config, random),
        }
      : undefined,
  })
  return {
    ...service,
    concurrencyLimit,
    admission: servesApi
      ? createAdmission(concurrencyLimit, { environment, apiUrl, random, metrics })
      : undefined,
    async close() {
      await service.close()
      await databaseClock.close()
    },
  }
}

function openLimit(
  { databaseTimeoutMs, permitsMax }: Config,
  heap: HeapWatch | undefined,
): ConcurrencyLimit {
  const limit = createConcurrencyLimit(permitsMax, { withinMs: databaseTimeoutMs * SHARE_AT_WORK })
  return heap === undefined ? limit : withHeap(limit, heap)
}

function receiptsOf({ mail }: Config, metrics: ServiceMetrics): SendingReceipts | undefined {
  return mail && { send: createReceiptMailer(mail.server, mail.from, renderReceipt), metrics }
}

async function docsOf({ environment, apiUrl }: Config, random: (length: number) => Uint8Array) {
  const { version } = packageJson
  return createDocs({ document: openApiDocument({ environment, apiUrl, version }), random })
}

/** Loads the configured processor; undefined for the sandbox's simulator. */
async function configuredProcessor(
  config: Config,
  clock: () => Date,
): Promise<Processor | undefined> {
  const { environment, apiUrl, processor } = config
  if (processor === SIMULATED && environment === 'sandbox') return undefined
  try {
    return cacheEncryptionKey(
      await loadProcessor(processor, {
        environment,
        timeoutMs: PROCESSOR_TIMEOUT_MS,
        clock,
        notificationUrl: `${apiUrl}${PROCESSOR_NOTIFICATIONS_PATH}`,
        variables: process.env,
      }),
    )
  } catch (error) {
    if (error instanceof ProcessorNotLoaded)
      throw new CommandFailure(error.message, EXIT.configuration)
    throw error
  }
}

/** The sandbox's extension of the service. Production does not load its code. */
async function extensionOf(
  { environment, processor, apiUrl, databaseTimeoutMs }: Config,
  { url: databaseUrl }: OpenedDatabase,
  given: Sandbox | undefined,
): Promise<OpenExtension<JoinedSandbox> | undefined> {
  if (environment === 'production') return undefined
  const { sandboxExtension, simulation } = given ?? (await requireSandbox())
  const timeoutMs = PROCESSOR_TIMEOUT_MS
  return sandboxExtension(
    processor === SIMULATED
      ? simulation({ databaseUrl, databaseTimeoutMs, apiUrl, timeoutMs })
      : undefined,
  )
}
