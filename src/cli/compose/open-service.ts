import type { RespondEarly } from '#http/response-parts.ts'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import packageJson from '#package.json' with { type: 'json' }
import { openApiDocument } from '#contract/openapi.ts'
import { writeSecurityMail } from '#dashboard/mail/write-security-mail.ts'
import { renderNotice } from '#page/receipt/render-notice.ts'
import { renderReceipt } from '#page/receipt/render-receipt.ts'
import { createDocs } from '#server/api/docs/docs.ts'
import {
  openService as openParts,
  type OpenedService as OpenedParts,
  type OpenExtension,
} from '#server/compose.ts'
import { readBacklog } from '#server/database/installation/backlog.ts'
import { openDatabaseClock } from '#server/database/engine/database-clock.ts'
import { createAdmission } from '#server/api/admission.ts'
import {
  createConcurrencyLimit,
  withHeap,
  type ConcurrencyLimit,
} from '#server/limits/concurrency-limit.ts'
import type { HeapWatch } from '#server/limits/heap-watch.ts'
import {
  createNoticeMailer,
  createReceiptMailer,
  createSecurityMailer,
} from '#server/mail/mailers.ts'
import { createLiveness } from '#server/api/liveness.ts'
import { createMetrics, type ServiceMetrics } from '#server/monitoring/metrics.ts'
import {
  certificateRule,
  processorsOf,
  type Accounts,
} from '#server/processors/accounts/accounts.ts'
import { SIMULATED } from '#server/processors/load-processor.ts'
import type { Tracer } from '#server/tracing/tracer.ts'
import type { SendingReceipts } from '#server/service/mails/send-receipts.ts'
import type { SendingSecurityMails } from '#server/service/mails/send-security-mails.ts'
import type { Config } from '../config.ts'
import type { JoinedSandbox, Sandbox } from '../load-sandbox.ts'
import { requireSandbox } from '../require-sandbox.ts'
import { masterKeys } from './master-key.ts'
import {
  openAccountsEarly,
  openOneProcessor,
  PROCESSOR_TIMEOUT_MS,
  type EarlyAccounts,
} from './open-accounts.ts'
import type { OpenedDatabase } from './open-database.ts'
import { packagedClient } from './page-build.ts'
import { refuseMissingAccounts } from './refuse-missing-accounts.ts'
import { pooledRandom } from '#server/process/pooled-random.ts'

/** Share of the statement timeout in which an admitted request should end: no statement may come near its timeout. */
const SHARE_AT_WORK = 0.1

export interface OpenedService extends OpenedParts<JoinedSandbox> {
  /** Limits all requests of the API together. */
  concurrencyLimit: ConcurrencyLimit
  /** The accounts of the file `PROCESSORS`; undefined without one. */
  accounts: Accounts | undefined
  /** Load shedding for the API's port, if it is served. */
  admission: RespondEarly | undefined
  /** Answers liveness requests at the API's port, if it is served. */
  liveness: RespondEarly | undefined
}

export interface OpeningService {
  log: Logger
  servesApi: boolean
  metrics?: ServiceMetrics
  heap?: HeapWatch
  /** Default: no spans are made. */
  tracer?: Tracer | undefined
  /** Default: they are opened now. */
  accounts?: EarlyAccounts
  /** Default: the sandbox of this copy of the project, if there is one. */
  sandbox?: Sandbox | undefined
}

/** Opens the API and its background work, without listening or starting. */
export async function openService(
  config: Config,
  opened: OpenedDatabase,
  { log, servesApi, metrics = createMetrics(), heap, tracer, sandbox, ...opening }: OpeningService,
): Promise<OpenedService> {
  const early = opening.accounts ?? (await openAccountsEarly(config))
  const { environment, apiUrl, requestsPerSecond, callsUnderWayMax, wrongKeysPerMinute } = config
  const databaseClock = await openDatabaseClock(opened.database)
  const clock = () => databaseClock.now()
  const random = pooledRandom((length) => randomBytes(length))
  metrics.backlog(() => readBacklog(opened.database, clock()))
  const concurrencyLimit = openLimit(config, heap)
  const deps = { clock, random: (length: number) => randomBytes(length) }
  early.follow(clock)
  const { accounts } = early
  if (accounts !== undefined) await refuseMissingAccounts(opened.database, accounts, config)
  const service = await openParts({
    environment,
    layout: config.layout,
    checkoutUrl: config.checkoutUrl,
    database: opened.database,
    keys: masterKeys(config),
    clock,
    random,
    evidencePdf: async (evidence) => {
      // Few processes make one: the library is loaded by the first.
      const { evidencePdf } = await import('#page/evidence-pdf/evidence-pdf.ts')
      return evidencePdf(evidence)
    },
    log,
    metrics,
    tracer,
    cardDeclinesPerSession: config.cardDeclinesPerSession,
    retentionDays: config.retentionDays,
    receipts: receiptsOf(config, metrics),
    securityMails: securityMailsOf(config),
    outgoing: {
      allowLoopback: config.allowLoopbackCallbacks,
      callbackNetworks: config.callbackNetworks,
      loopbackImages: config.allowLoopbackImages ? 'all' : { origin: config.storeUrl },
    },
    ...(accounts === undefined
      ? { processor: await openOneProcessor(config, deps) }
      : {
          accounts: {
            processors: (own) => processorsOf(accounts.all, own),
            methods: accounts.methods,
          },
        }),
    extension: await extensionOf(config, opened, { given: sandbox, accounts }),
    concurrencyLimit,
    api: servesApi
      ? {
          apiUrl,
          requestsPerSecond,
          callsUnderWayMax,
          wrongKeysPerMinute,
          ...(accounts && { certificateRule: certificateRule(accounts.all, clock) }),
          mounts: await docsOf(config, random),
        }
      : undefined,
  })
  if (opened.publishing === 'gathered') service.context.watch.keepAlive()
  const answering = { environment, apiUrl, random, metrics }
  return {
    ...service,
    accounts,
    concurrencyLimit,
    admission: servesApi ? createAdmission(concurrencyLimit, answering) : undefined,
    liveness: servesApi ? createLiveness(answering) : undefined,
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
  return (
    mail && {
      send: createReceiptMailer(mail.server, mail.from, renderReceipt),
      sendNotice: createNoticeMailer(mail.server, mail.from, renderNotice),
      metrics,
    }
  )
}

function securityMailsOf({ mail, adminUrl }: Config): SendingSecurityMails | undefined {
  return (
    mail && {
      write: writeSecurityMail,
      send: createSecurityMailer(mail.server, mail.from),
      adminUrl,
    }
  )
}

async function docsOf({ environment, apiUrl }: Config, random: (length: number) => Uint8Array) {
  const { version } = packageJson
  const document = openApiDocument({ environment, apiUrl, version })
  return createDocs({ document, random, tarball: packagedClient(version) })
}

/** The sandbox's extension of the service. Production does not load its code. */
async function extensionOf(
  { environment, processor, apiUrl, databaseTimeoutMs }: Config,
  { url: databaseUrl }: OpenedDatabase,
  { given, accounts }: { given: Sandbox | undefined; accounts: Accounts | undefined },
): Promise<OpenExtension<JoinedSandbox> | undefined> {
  if (environment === 'production') return undefined
  const { sandboxExtension, simulation } = given ?? (await requireSandbox())
  const timeoutMs = PROCESSOR_TIMEOUT_MS
  const account = accounts?.all.find(({ processor: own }) => own === undefined)
  const isSimulated = accounts === undefined ? processor === SIMULATED : account !== undefined
  const { captureWithinDays } = account ?? {}
  const options = { databaseUrl, databaseTimeoutMs, apiUrl, timeoutMs }
  return sandboxExtension(
    isSimulated
      ? simulation({ ...options, ...(captureWithinDays !== undefined && { captureWithinDays }) })
      : undefined,
  )
}
