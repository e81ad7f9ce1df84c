import type { Logger } from 'pino'
import type { Environment } from '../contract/environment.ts'
import type { RandomBytes } from '../domain/id.ts'
import type { Processor } from './processors/processor.ts'
import type { Database } from './database/database.ts'
import type { Images } from './api/images/image-cache.ts'
import type { MasterKeys } from './keys/master-keys.ts'
import type { MerchantTime } from './merchant-time.ts'
import type { CardTestingAlarm } from './payments/card-testing-alarm.ts'
import type { ProcessorBreaker } from './payments/processor-breaker.ts'
import type { SessionWatch } from './api/session-watch.ts'

/** All that the rules of the API reach beyond themselves. Made once, where a process is composed. */
export interface ServiceContext {
  environment: Environment
  /** Origin of the page: a session's `url` begins with it. */
  checkoutUrl: string
  database: Database
  processor: Processor
  keys: MasterKeys
  /** Whether receipts are e-mailed: without a mail server none is written down to be sent. */
  emailsReceipts: boolean
  /** So many declined cards, and a session takes none for a while; 0 means: it always does. */
  cardDeclinesPerSession: number
  /** So many days after its end a session forgets whose it was; 0 means: never. */
  retentionDays: number
  /** Learns what became of every attempt by card. */
  cardTestingAlarm: CardTestingAlarm
  /** Learns how the processor answers new attempts. */
  processorBreaker: ProcessorBreaker
  /** The time by which things become due; in the sandbox a merchant can have its own. */
  clock: () => Date
  /** Real time, which nobody moves: of leases, of ids, and of signatures that others hold against their own clocks. */
  wallClock: () => Date
  random: RandomBytes
  log: Logger
  /** Waits for somebody outside: meanwhile a call counts as nobody who is at work. */
  away: <T>(wait: () => Promise<T>) => Promise<T>
  watch: SessionWatch
  images: Images
  time: MerchantTime
}
