import type { CardEncryptionKey, ShopperBrowser } from '#contract/checkout.ts'
import type { CardBrand, DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { RefundState } from '#contract/refund.ts'
import type { Customer } from '#contract/session.ts'
import type { Movement } from '#domain/compare-books.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import type { MethodCharge } from '#domain/methods/charge.ts'
import type {
  PaymentOutcome,
  ProcessorReferences,
  ProcessorState,
  RefundReferences,
} from '#domain/settle.ts'
import type { CardTrial } from './card-trial.ts'

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
  /** The language in which the shopper reads the page, such as `pt-BR`. */
  locale?: string
  /** What issuers ask about the shopper's browser. Personal data: neither kept nor logged. Absent without script. */
  browser?: ShopperBrowser
  /** The amount is held until `capturePayment`. Absent: it is taken, at once or by a capture that follows by itself. */
  captureMethod?: 'manual'
  /** Links the attempts to pay one order. */
  sessionId?: string
  /** ISO 3166-1, two letters. */
  merchantCountry?: string
}

/** State of a payment at the processor. Applying it is idempotent. */
export type ProcessorOutcome = Exclude<PaymentOutcome, { status: 'unknown' }>

/**
 * The answer to an inquiry; `not_found` when the processor does not know the payment, `not_known_yet` when nobody can tell:
 * it is asked again, and nothing is given up.
 */
export type ProcessorInquiry =
  | ProcessorOutcome
  | { status: 'not_found' }
  | { status: 'not_known_yet' }

/** A capture to request; `paymentId` is the idempotency key. The rest of the hold is released by it. */
export interface NewCapture {
  paymentId: string
  amountMinor: number
  currency: string
  /** When it was first requested: a repetition carries the same time. */
  sentAt: Date
}

/** `pending`: taken on, and decided later, by a notification or when it is requested again. */
export type CaptureAnswer =
  | {
      status: 'captured'
      capturedMinor: number
      currency: string
      references?: ProcessorReferences
      state?: ProcessorState
    }
  | { status: 'pending' }
  /** Nothing was taken, and nothing will be. `expired`: the hold had ended. */
  | { status: 'refused'; reason: 'expired' | 'refused'; declineCode?: DeclineCode }

/** `asked`: until facts tell the end of what is released, it is asked for again, under the same key. */
export interface ReleasedOthers {
  status: 'none' | 'asked'
}

/**
 * State of a refund at the processor; `reversed` when its money came back after it had succeeded. Its references and the module's
 * state are added to those that are kept already.
 */
export interface ProcessorRefund {
  status: 'pending' | 'succeeded' | 'failed' | 'reversed'
  /** With `pending`: it certainly has not reached the processor, by no earlier request either. What is asked next counts as its first request. */
  isNotSent?: true
  references?: RefundReferences
  state?: ProcessorState
}

/** A payment that was created before, as the checkout keeps it for the module. */
export interface KnownPayment {
  paymentId: string
  method: PaymentMethod
  amountMinor: number
  currency: string
  references: ProcessorReferences
  state: ProcessorState
  /** What its notifications have proved, oldest first, if the processor `isTold`. */
  facts: readonly ProcessorState[]
  captureMethod?: 'manual'
  /** What was asked to capture, or was captured. */
  captureMinor?: number
  /** Its refunds, oldest first, if the processor `isTold`. */
  refunds?: readonly {
    refundId: string
    status: RefundState
    amountMinor: number
    processorReference?: string
  }[]
  /** What came back from a challenge, until the payment is decided. */
  returned?: Readonly<Record<string, string>>
}

/**
 * A refund to create at the processor. `refundId` is the idempotency key. `references` and `state` are what is kept of it
 * when it is requested again; absent where nothing is kept.
 */
export interface NewRefund {
  refundId: string
  paymentId: string
  amountMinor: number
  currency: string
  /** Whether it refunds money that came after the payment was settled, such as a second Pix of its code: the latest goes back. */
  isSurplus?: boolean
  /** When it was first requested, in real time: a repetition carries the same time. */
  requestedAt?: Date
  references?: RefundReferences
  state?: ProcessorState
}

/** A refund that was created before. */
export interface KnownRefund extends NewRefund {
  payment: KnownPayment
  references: RefundReferences
  state: ProcessorState
}

/** A notification of the processor, verified and parsed. `notificationId` deduplicates, so each event has its own. */
export interface ProcessorNotification {
  notificationId: string
  /** Absent where only the refund is named, and its payment is looked up. */
  paymentId?: string
  /** The refund that it is about: asked about again, also when it has succeeded. A processor that `isTold` need not name it. */
  refundId?: string
  /**
   * The facts that it proves, for a processor that `isTold`. From signed fields alone, without secrets and personal data. Members
   * named `said_…` may come from others: they are shown, and move no state and no money.
   */
  facts?: ProcessorState
  /** The name of a report that is ready; then it is about no payment. */
  report?: string
  /** A part that is not authentic, beside others that are: it is counted, and not believed. */
  isForged?: true
}

/** How a notification came in. */
export interface NotificationArrival {
  /** What follows the account's path, as `/pix`; empty for the path itself. */
  path: string
  /** Whether the connection had a client certificate of an authority that the account trusts. */
  isCertified: boolean
}

/** A page of captures, refunds and reversals at the processor, oldest first. */
export interface ProcessorMovements {
  /**
   * Identified by the checkout's `paymentId` or `refundId`. A reversal has the payment's id, and as its amount the total
   * that was taken back so far.
   */
  movements: (Movement & { at: Date })[]
  /** Cursor of the next page; absent on the last one. */
  next?: string
}

export interface ProcessorCertificate {
  /** As the operator knows it, such as the setting that names its file. */
  name: string
  notAfter: Date
}

/** A check of an account, such as of its credentials. */
export interface ProcessorCheck {
  name: string
  /** Resolves to what was found; throws with what to do. `currencies`: of the merchants who take its methods, where they are known. */
  run(currencies?: readonly string[]): Promise<string>
}

/** What a module was built against. */
export interface ProcessorBasis {
  document: string
  version: string
  /** The day on which it was read: `YYYY-MM-DD`. */
  readOn: string
  /** Where details come from that the document does not have. */
  sources: readonly string[]
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
  /** Something did answer, with what says nothing of the payment: a firewall's page, a 5xx. The circuit breaker counts no silence. */
  readonly hasAnswered: boolean

  constructor(
    message: string,
    {
      isStaged = false,
      hasAnswered = false,
      ...options
    }: ErrorOptions & { isStaged?: boolean; hasAnswered?: boolean } = {},
  ) {
    super(message, options)
    this.isStaged = isStaged
    this.hasAnswered = hasAnswered
  }
}

/** Compares `code`, since a processor's module may have its own copy of the class. */
export function isProcessorSilent(error: unknown): error is ProcessorSilent {
  return error instanceof Error && 'code' in error && error.code === SILENT
}

const NOT_ASKED = 'processor_not_asked'

/** The call was provably never made, such as when no connection could be opened. Test for it with `isProcessorNotAsked`. */
export class ProcessorNotAsked extends Error {
  override name = 'ProcessorNotAsked'
  readonly code = NOT_ASKED
  /** As of `ProcessorSilent`: such as the page of a firewall before the server of tokens. */
  readonly hasAnswered: boolean

  constructor(
    message: string,
    { hasAnswered = false, ...options }: ErrorOptions & { hasAnswered?: boolean } = {},
  ) {
    super(message, options)
    this.hasAnswered = hasAnswered
  }
}

/** Compares `code`, as `isProcessorSilent` does. */
export function isProcessorNotAsked(error: unknown): error is ProcessorNotAsked {
  return error instanceof Error && 'code' in error && error.code === NOT_ASKED
}

/** Whether a call got no answer: silence, or it was never made. */
export function hasNoAnswer(error: unknown): error is ProcessorSilent | ProcessorNotAsked {
  return isProcessorSilent(error) || isProcessorNotAsked(error)
}

const REFUSED = 'processor_refused'

/**
 * The processor refused the request as it was sent, such as a card that it cannot decrypt: nothing was done, and nothing
 * will be. Test for it with `isProcessorRefused`.
 */
export class ProcessorRefused extends Error {
  override name = 'ProcessorRefused'
  readonly code = REFUSED
}

/** Compares `code`, as `isProcessorSilent` does. */
export function isProcessorRefused(error: unknown): error is ProcessorRefused {
  // guard: refused-fails
  return error instanceof Error && 'code' in error && error.code === REFUSED
}

/**
 * What happens to a payment at the simulated networks; `time_out` makes its outcome unknown until another event,
 * `reverse` takes money back after success (default: all of it), and `reinstate` gives it back again. `authorize` holds a card,
 * `authorization_expired` ends the hold, and `capture_failed` takes back what was captured.
 */
export type SimulatedEvent =
  | { type: 'pay' | 'pay_late' | 'expire' | 'fail_challenge' | 'time_out' }
  | { type: 'authorize' | 'authorization_expired' }
  | { type: 'capture_failed' }
  /** The money of a refund that has succeeded comes back. */
  | { type: 'refund_reversed'; refundId: string }
  | DisputeEvent
  | { type: 'decline'; declineCode: DeclineCode }
  | { type: 'reverse' | 'reinstate'; amountMinor?: number }

/** What banks and networks do about a dispute; a second `dispute` makes a chargeback of an inquiry. */
export type DisputeEvent =
  | {
      type: 'dispute'
      /** Default: `chargeback`, which takes the amount back. */
      stage?: 'inquiry' | 'chargeback'
      /** Default: all that was not taken back yet. */
      amountMinor?: number
      /** How long the merchant can answer. */
      respondInDays?: number
    }
  | { type: 'dispute_answered' | 'dispute_won' | 'dispute_lost' }

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
 * The port to a payment processor. Each call is idempotent by its id, and answers within `timeoutMs` or throws:
 * `ProcessorSilent` where the outcome is unknown, `ProcessorNotAsked` where the call was never made, `ProcessorRefused`
 * where the processor refused it as it was sent. Any other error counts as an unknown outcome.
 */
export interface Processor {
  /** Names the account; stored with each payment, whose later calls all go to the processor of this name. */
  name: string
  /** The methods that the account takes. Absent: all of them. */
  methods?: readonly PaymentMethod[]
  /** The public key with which browsers encrypt cards. */
  cardEncryptionKey(): Promise<CardEncryptionKey>
  createPayment(payment: ProcessorPayment): Promise<ProcessorOutcome>
  /** Reads a payment's state, also after a challenge. Has no side effects. */
  inquire(paymentId: string, known: KnownPayment): Promise<ProcessorInquiry>
  /**
   * Voids a payment that the shopper has not paid yet, or whose amount is held: the latter is `voided` then. Answers `succeeded`
   * when it was paid or captured meanwhile. An unknown
   * `paymentId` leaves a tombstone, so that a request still under way cannot start the payment: the answer is then
   * `failed` with `processing_error`, and final.
   */
  cancelPayment(paymentId: string, known: KnownPayment): Promise<ProcessorOutcome>
  /**
   * Captures a payment that is `authorized`, once, in full or in part. Absent: the account takes the money at once. Its presence
   * does not mean that each of its methods can be held.
   */
  capturePayment?(capture: NewCapture, known: KnownPayment): Promise<CaptureAnswer>
  /**
   * Releases what is held of a payment beside the authorisation that is kept, where facts tell of it, if the processor `isTold`:
   * such as of a request that was authorised twice. Money that was taken goes back. Called after each inquiry. Throws
   * `ProcessorRefused` where it cannot be done: somebody has to look.
   */
  releaseOthers?(known: KnownPayment): Promise<ReleasedOthers>
  /**
   * Takes what the browser brought back from a challenge, where the outcome depends on it. May be repeated with the same values.
   * Absent: `inquire` is enough.
   */
  completeAction?(
    known: KnownPayment,
    returned: Readonly<Record<string, string>>,
  ): Promise<ProcessorOutcome>
  createRefund(refund: NewRefund, payment: KnownPayment): Promise<ProcessorRefund>
  inquireRefund(
    refundId: string,
    known: KnownRefund,
  ): Promise<ProcessorRefund | { status: 'not_found' }>
  /**
   * The steps of a payment's disputes, from its facts in whatever order they came, if the processor `isTold`. Added to those of
   * its outcome. Money is told by the outcome alone.
   */
  disputes?(known: KnownPayment): readonly ToldDispute[]
  /**
   * Whether its bank reported a payment as fraud (TC40, SAFE), from its facts in whatever order they came, if the processor
   * `isTold`. That is no dispute, and moves no money.
   */
  isFraudReported?(known: KnownPayment): boolean
  /**
   * Whether the facts of a payment tell of money that its outcome leaves out, since nothing proves it or says what it was worth, if the
   * processor `isTold`: a person has to look.
   */
  isUnexplained?(known: KnownPayment): boolean
  /**
   * Verifies and parses what the processor sent, which may tell of several payments, or of none of the checkout's: an empty
   * list. `undefined` when it is not authentic. Unknown fields and values never throw.
   */
  readNotification(
    rawBody: string,
    headers: Headers,
    arrival: NotificationArrival,
  ): Promise<ProcessorNotification | readonly ProcessorNotification[] | undefined>
  /**
   * For reconciliation, by `checkout reconcile` and by the worker: all captures, refunds and reversals since `since`, including
   * those that this checkout does not know. Absent when the processor cannot list them.
   */
  listMovements?(range: { since: Date; cursor?: string }): Promise<ProcessorMovements>
  /**
   * The origins of every page that a challenge can lead the shopper through, as in `https://acs.bank.example`: exact, and
   * https unless on this machine. The page then shows the challenge in a frame, which can load nothing else. Absent or
   * empty where they are not all known: the browser leaves the page for the bank.
   */
  challengeFrameOrigins?: readonly string[]
  /**
   * `readNotification` computes, such as one HMAC, and asks nobody: notifications are verified at any rate, and forged ones of the
   * processor's own addresses, which its other customers share, stop no genuine one. Absent: networks that forge are refused for
   * a while.
   */
  verifiesCheaply?: boolean
  /** The processor cannot be asked: `inquire` derives the outcome from the payment's facts, in whatever order they came. */
  isTold?: boolean
  /** No money can move without a capture: a payment that nothing was told of is given up after this time. */
  giveUpUnseenAfterMs?: number
  /**
   * Whether the processor answers: resolves when it does, throws as any other call when it does not. Asked while new payments
   * are refused for its silence, so it creates nothing, costs nothing, and uses nobody's data. Absent: a shopper's next
   * payment finds out.
   */
  probe?(): Promise<void>
  /** The certificates that the account needs: its calls or webhooks fail when one of them ends. */
  certificates?(): readonly ProcessorCertificate[]
  /** The kind of processor that the module was told to expect, and whether an operator has run it at the real one. */
  dialect?: { name: string; isVerified: boolean; basis?: ProcessorBasis }
  /** The hosts that its calls go to. */
  hosts?: readonly string[]
  /** Asks the processor to send its notifications to the context's `notificationUrl`. */
  registerWebhook?(): Promise<void>
  /** What `checkout processors check` runs, in this order. Moves no money. */
  checks?: readonly ProcessorCheck[]
  /** Present where the account is in a test environment that has test cards. */
  cardTrial?: CardTrial
  /** Present only when the processor takes no real money. */
  sandbox?: ProcessorSandbox
}

/** A processor that finds payments and refunds by the checkout's ids alone. */
export interface ProcessorByIds extends Processor {
  inquire(paymentId: string): Promise<ProcessorInquiry>
  cancelPayment(paymentId: string): Promise<ProcessorOutcome>
  capturePayment?(capture: NewCapture): Promise<CaptureAnswer>
  createRefund(refund: NewRefund): Promise<ProcessorRefund>
  inquireRefund(refundId: string): Promise<ProcessorRefund | { status: 'not_found' }>
  readNotification(
    rawBody: string,
    headers: Headers,
  ): Promise<ProcessorNotification | readonly [] | undefined>
}
