import type { CardEncryptionKey, PaymentAction } from '#contract/checkout.ts'
import type { Fetch } from '#contract/fetch.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { DisputeStepKind } from '#contract/dispute-states.ts'
import type { Customer } from '#contract/session.ts'
import type { Movement } from '#domain/compare-books.ts'
import type { ProcessorReferences } from '#domain/settle.ts'
import type { ProcessorContext } from '../load-processor.ts'
import type { NotificationArrival, Processor } from '../processor.ts'

/** What a module gets from the kit. `fetch` is the kit's network, which loses and changes answers. */
export type ConformanceContext = ProcessorContext & { fetch: typeof globalThis.fetch }

/** A payment that the kit has created by the module. */
export interface DrivenPayment {
  paymentId: string
  method: PaymentMethod
  amountMinor: number
  currency: string
  references: ProcessorReferences
  /** What the module told the shopper to do. */
  action: PaymentAction | undefined
}

/** An entry of the processor's own books. */
export interface LedgerEntry {
  kind: Movement['kind'] | 'authorization' | 'void'
  amountMinor: number
}

/** A notification as the processor sends it. */
export interface SentNotification {
  rawBody: string
  headers?: Readonly<Record<string, string>>
  /** Default: to the account's own path, without a client certificate. */
  arrival?: NotificationArrival
}

/**
 * What the author of a module writes for the conformance kit: the processor behind the module, which is a fake or a test
 * account. Every member is optional; the checks that need a missing one are skipped, and say so.
 */
export interface ConformanceDriver {
  /** The account's settings, as in `PROCESSORS`. */
  settings?: Readonly<Record<string, unknown>>
  variables?: Readonly<Record<string, string | undefined>>
  /** Values of `settings` and `variables` that no error, output or answer may contain. */
  secrets?: readonly string[]
  /** Default: the real time. */
  clock?: () => Date
  /** The currency of the payments. Default: `BRL`. */
  currency?: string
  /** The customer of the payments, for processors that need e-mail, name, phone or tax id. */
  customer?: Customer
  /** Opens the module where it does not use `context.fetch`. Default: its `createProcessor(context)`. */
  createProcessor?: (context: ConformanceContext) => Promise<Processor> | Processor
  /** The processor's HTTP API. Default: no server can be reached. */
  fetch?: Fetch
  /** Encrypts a test card that is accepted, as the page would. */
  sealCard?: (key: CardEncryptionKey) => Promise<string> | string
  /**
   * For a module with `completeAction`: a test card whose payment needs a challenge, and the shopper who passes it. Resolves to
   * what the browser brings back.
   */
  challenge?: {
    sealCard: (key: CardEncryptionKey) => Promise<string> | string
    pass: (payment: DrivenPayment) => Promise<Readonly<Record<string, string>>>
  }
  /** The shopper pays. Resolves to false when the processor does not let them. */
  pay?: (payment: DrivenPayment) => Promise<boolean>
  /** The network or the bank takes a part of a captured payment back. */
  reverse?: (payment: DrivenPayment, amountMinor: number) => Promise<void>
  /** A part of what was taken back comes again. */
  reinstate?: (payment: DrivenPayment, amountMinor: number) => Promise<void>
  /**
   * The shopper disputes a captured payment, or the dispute goes on by a step; `of_tomorrow` is one that the port has no name
   * for. Resolves to false when the processor cannot tell of such a step.
   */
  dispute?: (payment: DrivenPayment, step: DisputeStepKind | 'of_tomorrow') => Promise<boolean>
  /** Ends what is under way: pending refunds, and notifications that are due. */
  settle?: () => Promise<void>
  /**
   * What has really moved for a payment, by the processor's own books, oldest first. Default: `listMovements`. Holds are judged
   * where it tells of them: an `authorization`, and a `void` of what was released.
   */
  ledger?: (paymentId: string) => Promise<readonly LedgerEntry[]>
  /** The time is over in which a held payment can be captured. */
  expire?: (payment: DrivenPayment) => Promise<void>
  /** A capture that was acknowledged fails after all: the network takes it back. */
  captureFails?: (payment: DrivenPayment) => Promise<void>
  /** The money of a refund that has succeeded comes back. */
  returnRefund?: (payment: DrivenPayment, refundId: string) => Promise<void>
  /** All that the processor has sent since its start, oldest first. */
  notifications?: () => Promise<readonly SentNotification[]>
  /** Makes an authentic notification of a text, as the processor would send it. */
  sign?: (rawBody: string) => Promise<SentNotification> | SentNotification
  close?: () => Promise<void>
}

/**
 * What a driver's file exports.
 *
 * @public
 */
export interface ConformanceDriverModule {
  createDriver(): Promise<ConformanceDriver> | ConformanceDriver
}

/** The same driver with other members. */
export function driverWith(
  driver: ConformanceDriver,
  changes: Partial<ConformanceDriver>,
): ConformanceDriver {
  // A prototype, not a spread: the driver may be a class instance.
  const other: ConformanceDriver = Object.create(driver)
  return Object.assign(other, changes)
}
