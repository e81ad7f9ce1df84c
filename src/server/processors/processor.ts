import type { CardEncryptionKey } from '../../contract/checkout.ts'
import type { CardBrand, DeclineCode } from '../../contract/payment.ts'
import type { Customer } from '../../contract/session.ts'
import type { Movement } from '../../domain/compare-books.ts'
import type { MethodCharge } from '../../domain/methods/charge.ts'
import type { PaymentOutcome } from '../../domain/settle.ts'

/** A payment to create at the processor. `paymentId` is the idempotency key. Amounts are in minor units. */
export interface ProcessorPayment {
  paymentId: string
  amountMinor: number
  currency: string
  merchantId: string
  merchantName: string
  description: string | null
  customer: Customer
  /** URL to which the shopper's browser returns after a challenge. */
  returnUrl: string
  method: MethodCharge
}

/** State of a payment at the processor. Applying it is idempotent. */
export type ProcessorOutcome = Exclude<PaymentOutcome, { status: 'unknown' }>

/** The answer to an inquiry; `not_found` when the processor does not know the payment. */
export type ProcessorInquiry = ProcessorOutcome | { status: 'not_found' }

export type ProcessorRefund = { status: 'pending' } | { status: 'succeeded' } | { status: 'failed' }

/** A notification of the processor, verified and parsed. `notificationId` deduplicates. */
export interface ProcessorNotification {
  notificationId: string
  paymentId: string
}

/** A page of captures and refunds at the processor, oldest first. */
export interface ProcessorMovements {
  /** Identified by the checkout's `paymentId` or `refundId`. */
  movements: (Movement & { at: Date })[]
  /** Cursor of the next page; absent on the last one. */
  next?: string
}

const SILENT = 'processor_silent'

/**
 * The processor gave no usable answer (timeout, reset, 5xx): the outcome is unknown. Test for it with
 * `isProcessorSilent`.
 */
export class ProcessorSilent extends Error {
  override name = 'ProcessorSilent'
  readonly code = SILENT
  /** In the sandbox: simulated by a test, so the circuit breaker ignores it. */
  readonly isStaged: boolean

  constructor(
    message: string,
    { isStaged = false, ...options }: ErrorOptions & { isStaged?: boolean } = {},
  ) {
    super(message, options)
    this.isStaged = isStaged
  }
}

/** Compares `code`, since a processor's module may have its own copy of the class. */
export function isProcessorSilent(error: unknown): error is ProcessorSilent {
  return error instanceof Error && 'code' in error && error.code === SILENT
}

/** What happens to a payment at the simulated networks; `time_out` makes its outcome unknown until another event. */
export type SimulatedEvent =
  | { type: 'pay' | 'pay_late' | 'expire' | 'fail_challenge' | 'time_out' }
  | { type: 'decline'; declineCode: DeclineCode }

/** What happens when a test card is charged. */
export type TestCardBehavior =
  | { type: 'succeed' | 'challenge' | 'stay_unknown' }
  | { type: 'decline'; declineCode: DeclineCode }

/** What a sandbox's processor offers in addition: it simulates the actions of shoppers and banks. */
export interface ProcessorSandbox {
  /** A payer with all details that a payment may need; pays no voucher such as a boleto before `simulate`. */
  testPayer: Required<Customer>
  /** A test card with this behavior, encrypted as a browser would. */
  sealedTestCard(
    behavior: TestCardBehavior,
  ): Promise<{ encrypted: string; brand: CardBrand; lastFour: string }>
  /**
   * Applies an event to a payment, permanently: its notification and every inquiry agree. `not_possible` in the
   * payment's present state.
   */
  simulate(paymentId: string, event: SimulatedEvent): Promise<'done' | 'not_possible' | 'not_found'>
}

/**
 * The port to a payment processor. Each call is idempotent by its id, and answers or throws `ProcessorSilent` within
 * `timeoutMs`.
 */
export interface Processor {
  name: string
  /** The public key with which browsers encrypt cards. */
  cardEncryptionKey(): Promise<CardEncryptionKey>
  createPayment(payment: ProcessorPayment): Promise<ProcessorOutcome>
  /** Reads a payment's state, also after a challenge. Has no side effects. */
  inquire(paymentId: string): Promise<ProcessorInquiry>
  /**
   * Voids a payment that the shopper has not paid yet; answers `succeeded` when it was paid meanwhile. An unknown
   * `paymentId` leaves a tombstone, so that a request still under way cannot start the payment: the answer is then
   * `failed` with `processing_error`, and final.
   */
  cancelPayment(paymentId: string): Promise<ProcessorOutcome>
  createRefund(refund: {
    refundId: string
    paymentId: string
    amountMinor: number
    currency: string
  }): Promise<ProcessorRefund>
  inquireRefund(refundId: string): Promise<ProcessorRefund | { status: 'not_found' }>
  /** `undefined` when the notification is not authentic. */
  readNotification(rawBody: string, headers: Headers): Promise<ProcessorNotification | undefined>
  /**
   * For reconciliation, by `checkout reconcile` and by the worker: all captures and refunds since `since`, including
   * those that this checkout does not know. Absent when the processor cannot list them.
   */
  listMovements?(range: { since: Date; cursor?: string }): Promise<ProcessorMovements>
  /** Present only when the processor takes no real money. */
  sandbox?: ProcessorSandbox
}
