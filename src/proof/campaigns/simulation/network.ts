import type { Fetch } from '#contract/fetch.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Timer } from '#server/processors/time-out-calls.ts'
import type { Asking, ProcessorBooks } from '../../oracle/books.ts'
import type { Card } from '../shared/test-cards.ts'

/** The processor of a schedule, and the networks behind it. */
export interface Network {
  /** The processor's HTTP API. */
  fetch: Fetch
  /** The product's adapter for it, over this connection. */
  adapter(fetch: Fetch): Processor
  /** Whether calls can wait for a turn of the scheduler. Such calls are not counted as under way. */
  waitsForTurns: boolean
  /** The timer of the product's call timeouts. With the scripted processor it ends at once when a call hangs. */
  timer: Timer
  /** Does what is due for these merchants, and sends webhooks. */
  work(merchantIds: readonly string[]): Promise<void>
  left(merchantIds: readonly string[]): Promise<NetworkLeft>
  /** Whether work with this label waits for a call that is never answered. */
  isHanging(label: string): boolean
  /** The processor's own books; undefined when they stand in the database. */
  books(): ScriptedBooks | undefined
  /** The differences that its reports claim, and its books do not hold. */
  claimed(): string[]
  /** The unkindnesses that payments and refunds met. */
  met(): string[]
  /** A second account, which takes one method in place of the first. */
  second?: SecondAccount
  /** What the shopper's browser brought back from a challenge of this payment. */
  returnedOf?(paymentId: string): Readonly<Record<string, string>> | undefined
  /** Encrypts a test card for the account that takes cards. Absent: as for the simulator. */
  sealCard?(card: Card): string
  /** Called before the first step. */
  open?(): Promise<void>
  /** Called when all faults end. */
  heal?(): void
  /** The payers that orders may have; any by default. */
  payers?: readonly string[]
  /** The account whose reports are compared with the tables; all by default. */
  reports?: string
}

export interface SecondAccount {
  name: string
  method: PaymentMethod
  /** The product's adapter for it, over this connection. */
  adapter(fetch: Fetch): Processor
}

/** The processor's books without what the stage records of its calls. */
export type ScriptedBooks = Omit<ProcessorBooks, 'asking'> &
  Pick<Asking, 'lookUps' | 'refusedWebhooks'>

export interface NetworkLeft {
  /** Payments and refunds that the processor decides later by itself. */
  undue: number
  /** Webhooks that the processor has yet to send. */
  unsent: number
  /** Payments that are undecided at the processor. */
  undecided: string[]
}
