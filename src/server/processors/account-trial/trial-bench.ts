import type { CardDetails, CardEncryptionKey } from '#contract/checkout.ts'
import type { RandomBytes } from '#domain/id.ts'
import type { ProcessorState } from '#domain/settle.ts'
import type { Processor, ProcessorCheck, ProcessorPayment } from '../processor.ts'
import type { StepResult } from './steps.ts'

/** How long an account trial waits, in milliseconds. */
export interface Waits {
  /** For a person to pay. */
  paymentMs: number
  /** For what the processor does by itself: refunds that end, lists, webhooks. */
  settlingMs: number
  /** Between the first two look-ups. Each further wait is half as long again, up to ten times the first. */
  pollMs: number
  /** After which the charge of `charge.expiry` runs out. */
  expiryMs: number
}

/** What an account trial works with. */
export interface TrialBench {
  processor: Processor
  checks: readonly ProcessorCheck[]
  /** In the smallest unit. */
  amountMinor: number
  shown: Pick<ProcessorPayment, 'merchantName' | 'description' | 'returnUrl'>
  /** Absent: the steps for which a person pays are not shown. */
  person?: PersonWhoPays
  /** Absent: the steps for which somebody answers a challenge are not shown. */
  shopper?: PersonAtChallenge | undefined
  /** Absent: the steps that need the facts of webhooks are not shown. */
  webhooks?: SeenWebhooks
  /** Encrypts a card as the page does, at this time. Absent: no cards are tried. */
  sealCard?: (key: CardEncryptionKey, card: CardDetails, at: Date) => Promise<string>
  waits: Waits
  clock: () => Date
  random: RandomBytes
  /** Sleeps; ends early, without an error, when the operator breaks off. */
  sleep: (durationMs: number) => Promise<void>
  isBrokenOff: () => boolean
  onResult: (result: StepResult) => void
}

export interface PersonWhoPays {
  /** Shows the code, by which somebody pays. */
  show(code: string, until: Date): void
  /** Tells how long it still waits. */
  wait(leftMs: number): void
}

/** Somebody who answers challenges in a browser, which comes back to `returnUrl`. */
export interface PersonAtChallenge {
  returnUrl: string
  /** Shows the address to open, and forgets what came back before. */
  show(url: string): void
  /** Tells how long it still waits. */
  wait(leftMs: number): void
  /** What the browser has brought back; undefined while it has not come. */
  returned(): Readonly<Record<string, string>> | undefined
}

/** What the serving process has stored of webhooks. */
export interface SeenWebhooks {
  /** Whether a webhook about the payment has arrived. */
  hasArrived(paymentId: string): Promise<boolean>
  /** What those about the payment have proved. */
  facts(paymentId: string): Promise<readonly ProcessorState[]>
  /** What to do when none has arrived. */
  withoutWebhook: string
}
