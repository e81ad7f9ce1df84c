import type { CardEncryptionKey } from '../../contract/checkout.ts'
import type { CardBrand, DeclineCode } from '../../contract/payment.ts'
import type { Customer } from '../../contract/session.ts'
import type { Movement } from '../../domain/compare-books.ts'
import type { MethodCharge } from '../../domain/methods/charge.ts'
import type { PaymentOutcome } from '../../domain/settle.ts'

/** One attempt as it is handed to a processor. `paymentId` is the processor's idempotency key. */
export interface ProcessorPayment {
  paymentId: string
  amountMinor: number
  currency: string
  merchantId: string
  merchantName: string
  description: string | null
  customer: Customer
  /** Where the shopper's browser comes back to after a challenge. */
  returnUrl: string
  method: MethodCharge
}

/** What a processor knows of an attempt. It may be asked and told any number of times. */
export type ProcessorOutcome = Exclude<PaymentOutcome, { status: 'unknown' }>

/** The answer to an inquiry: the outcome, or that the processor never saw the attempt. */
export type ProcessorInquiry = ProcessorOutcome | { status: 'not_found' }

export type ProcessorRefund = { status: 'pending' } | { status: 'succeeded' } | { status: 'failed' }

/** A notification of the processor, verified and parsed. `notificationId` is applied once. */
export interface ProcessorNotification {
  notificationId: string
  paymentId: string
}

/** A page of what a processor has taken and given back, oldest first. */
export interface ProcessorMovements {
  /** Named by the `paymentId` or `refundId` that the checkout gave it. */
  movements: (Movement & { at: Date })[]
  /** What to ask for the next page with; absent at the end. */
  next?: string
}

const SILENT = 'processor_silent'

/**
 * The processor gave no usable answer (time-out, reset, 5xx): what happened there is unknown. Told by
 * `isProcessorSilent`.
 */
export class ProcessorSilent extends Error {
  override name = 'ProcessorSilent'
  readonly code = SILENT
  /** Only of a sandbox: a test has asked for it, and it is no sign of how the processor is. */
  readonly isStaged: boolean

  constructor(
    message: string,
    { isStaged = false, ...options }: ErrorOptions & { isStaged?: boolean } = {},
  ) {
    super(message, options)
    this.isStaged = isStaged
  }
}

/** Told by `code`: a processor's own module may have another copy of the class. */
export function isProcessorSilent(error: unknown): error is ProcessorSilent {
  return error instanceof Error && 'code' in error && error.code === SILENT
}

/** What happens to an attempt at the simulated networks; `time_out` makes its fate unknown until another event. */
export type SimulatedEvent =
  | { type: 'pay' | 'pay_late' | 'expire' | 'fail_challenge' | 'time_out' }
  | { type: 'decline'; declineCode: DeclineCode }

/** What the processor does with a test card as soon as it is charged. */
export type TestCardBehavior =
  | { type: 'succeed' | 'challenge' | 'stay_unknown' }
  | { type: 'decline'; declineCode: DeclineCode }

/** What the processor of a sandbox can do beside, so that a test need not wait for what shoppers and banks do. */
export interface ProcessorSandbox {
  /** Has all that a payment may ask for, and pays no voucher before `simulate` says so. */
  testPayer: Required<Customer>
  /** A card that behaves so, encrypted as a browser does it. */
  sealedTestCard(
    behavior: TestCardBehavior,
  ): Promise<{ encrypted: string; brand: CardBrand; lastFour: string }>
  /**
   * Lets something happen to an attempt, for good: its notification and every inquiry tell the same. `not_possible`
   * where it stands.
   */
  simulate(paymentId: string, event: SimulatedEvent): Promise<'done' | 'not_possible' | 'not_found'>
}

/**
 * The one port that has several implementations. Each call is idempotent by its id, and each either answers or throws
 * `ProcessorSilent` within its own time-out.
 */
export interface Processor {
  name: string
  /** The public key to which browsers encrypt cards. */
  cardEncryptionKey(): Promise<CardEncryptionKey>
  createPayment(payment: ProcessorPayment): Promise<ProcessorOutcome>
  /** What became of an attempt; also the way to the result of a challenge. Never starts anything. */
  inquire(paymentId: string): Promise<ProcessorInquiry>
  /**
   * Gives an attempt up that the shopper has not paid yet; answers `succeeded` when the money was faster. An attempt
   * that the processor never saw is remembered as given up, so that a request still on its way cannot start it: the
   * answer is then `failed` with `processing_error`, and final.
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
   * Only of a processor that lists what it has done: all captures and refunds since then, those that this checkout does
   * not know among them. With it the books are compared, by `checkout reconcile` and by the worker.
   */
  listMovements?(range: { since: Date; cursor?: string }): Promise<ProcessorMovements>
  /** Only of a processor that takes no real money. */
  sandbox?: ProcessorSandbox
}
