import type { Logger } from 'pino'
import type { DisputeEvidence } from '#contract/dispute-evidence.ts'
import type { Environment } from '#contract/environment.ts'
import type { Layout } from '#domain/layout.ts'
import type { RandomBytes } from '#domain/id.ts'
import type { Processor } from '../processors/processor.ts'
import type { Processors } from '../processors/processors.ts'
import type { Database } from '../database/engine/database.ts'
import type { Images } from '../outgoing/image-cache.ts'
import type { MasterKeys } from './keys/master-keys.ts'
import type { MerchantTime } from './merchant-time.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import type { SessionOpeningLog } from '../monitoring/session-openings.ts'
import type { CardTestingAlarm } from './payments/card-testing-alarm.ts'
import type { ProcessorBreaker } from './payments/processor-breaker.ts'
import type { SessionWatch } from './watch/session-watch.ts'
import type { Tracer } from '../tracing/tracer.ts'

/** The dependencies of the API's rules. Created once, in the composition root. */
export interface ServiceContext {
  environment: Environment
  layout: Layout
  /** Origin of the checkout page: a session's `url` begins with it. */
  checkoutUrl: string
  database: Database
  /** The processor whose notifications come in at the path without an account's name: the simulator, else the first account. */
  processor: Processor
  /** New payments go to the account of their method, and calls about existing ones to the account that made them. */
  processors: Processors
  keys: MasterKeys
  /** Whether receipts are e-mailed. Without a mail server no receipt is queued. */
  emailsReceipts: boolean
  /** Declined cards after which a session refuses cards for a while; 0 disables the limit. */
  cardDeclinesPerSession: number
  /** Retention period of personal data, in days after a session's end; 0 keeps it forever. */
  retentionDays: number
  /** Card-testing detection: receives the outcome of every card payment. */
  cardTestingAlarm: CardTestingAlarm
  /** Circuit breaker: receives the outcome of every new payment at the processor. */
  processorBreaker: ProcessorBreaker
  /** Metrics of calls to processors and of their notifications. */
  processorMetrics: Pick<
    ServiceMetrics,
    'processorFailed' | 'notificationsReceived' | 'notificationForged' | 'factProved'
  >
  /** The time by which work becomes due. In the sandbox a merchant can have its own clock. */
  clock: () => Date
  /** Real time: for leases, ids and signatures, which others compare with their own clocks. */
  wallClock: () => Date
  random: RandomBytes
  log: Logger
  /** Releases the call's permit while it waits for something outside this process. */
  away: <T>(wait: () => Promise<T>) => Promise<T>
  watch: SessionWatch
  /** Records that a browser follows a session. */
  openings: SessionOpeningLog
  images: Images
  time: MerchantTime
  /** The evidence of a dispute as a PDF. */
  evidencePdf: (evidence: DisputeEvidence) => Promise<Uint8Array<ArrayBuffer>>
  /** Makes spans; undefined while traces are off. */
  tracer?: Tracer | undefined
}
