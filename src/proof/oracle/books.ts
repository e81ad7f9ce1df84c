/** Contents of the checkout's own tables. */
export interface Tables {
  merchants: MerchantRow[]
  sessions: SessionRow[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  events: EventRow[]
  deliveries: DeliveryRow[]
  attempts: DeliveryAttemptRow[]
  disputes?: DisputeRow[]
}

/** The processor's own records: its ledger, and the refunds requested of it. */
export interface ProcessorBooks {
  ledger: LedgerRow[]
  refunds: ProcessorRefundRow[]
  disputes?: ProcessorDisputeRow[]
  /** Requests to capture, each with the payment's row at that moment; absent where nobody watched. */
  captureCalls?: CaptureCallRow[]
  /** Present only for a processor that records how it is asked. */
  asking?: Asking
}

/** How the product asked the processor. */
export interface Asking {
  lookUps: { paymentId: string; atMs: number }[]
  /** Webhooks in JSON that were answered with a 4xx. */
  refusedWebhooks?: { status: number; body: string }[]
  /** Number of requests for a new payment that got no answer. */
  silences: number
  /** Payments that were voided because a look-up did not know them. */
  givenUp: GivenUpRow[]
  /** Differences that a reconciliation found, when the processor's reports claimed entries that its ledger does not hold. */
  found: string[]
  /** The differences that those reports claimed. */
  claimed: string[]
}

export interface CaptureCallRow {
  paymentId: string
  amountMinor: number
  atMs: number
  /** What was committed when the processor was asked; null without a row. */
  committed: { status: string; intent: string | null; captureMinor: number | null } | null
}

/** A dispute at the processor; its steps are a set. */
export interface ProcessorDisputeRow {
  reference: string
  paymentId: string
  steps: string[]
}

export interface GivenUpRow {
  paymentId: string
  /** The payment's status in the tables when it was given up. */
  status: string
  ageMs: number
}

/** Records made outside of the product. */
export interface Witnesses {
  /** Every API request with its response, in order of sending. */
  exchanges: ExchangeRow[]
  /** Every notification that reached a merchant, in order of arrival. */
  received: ReceivedRow[]
  /** Payments that the shopper's bank paid late, some after the checkout had given them up. */
  paidLate: string[]
  /** Errors that the product logged. */
  complaints: string[]
}

/** The oracle's input, after everything has settled. */
export interface Books extends Tables, Witnesses {
  processor: ProcessorBooks
}

export interface MerchantRow {
  id: string
  latePayments: string
  callbackUrl: string | null
}

export interface SessionRow {
  id: string
  merchantId: string
  status: string
  paymentStatus: string
  currency: string
  amountMinor: number
  amountRefundedMinor: number
  amountReversedMinor: number
  amountReinstatedMinor?: number | null
  /** Discounts by payment method, as the merchant sent them: each is either a share or an amount. */
  discounts: Record<string, { basisPoints?: number; amount?: number }>
  orderReference: string | null
  eventSequence: number
  paidLate: boolean
}

export interface PaymentRow {
  id: string
  sessionId: string
  idempotencyKey: string | null
  status: string
  method: string
  amountMinor: number
  /** What a discount took off; null in a release without discounts. */
  discountMinor: number | null
  currency: string
  installments: number
  capturedMinor: number
  /** Null if it is the currency that was requested. */
  capturedCurrency: string | null
  refundedMinor: number
  reversedMinor: number
  /** What the network gave back of it; absent in a release without holds, as the fields of holds. */
  reinstatedMinor?: number | null
  /** `manual` for a hold that its merchant captures. */
  captureMethod?: string | null
  authorizedMinor?: number | null
  /** The amount that was asked to be captured. */
  captureMinor?: number | null
  /** `capture` or `void`, while the processor has yet to confirm it. */
  intent?: string | null
  voidReason?: string | null
  /** Who accepted a captured amount that differs from the requested one. */
  acceptedBy: string | null
  late: boolean
  /** For money that came in addition to a payment, such as a second Pix of its code: that payment. */
  surplusOf?: string | null
  /** Whether this release records what it owes. */
  keepsDebts?: boolean
  /** Since when it is shown as one with unexplained money. */
  unexplainedSince?: string | null
  /** Since when the rest must be given back. */
  refundOwedAt?: string | null
}

export interface RefundRow {
  id: string
  sessionId: string
  paymentId: string
  status: string
  amountMinor: number
  currency: string
  reason: string | null
}

export interface DisputeRow {
  id: string
  sessionId: string
  paymentId: string
  reference: string
  stage: string
  status: string
  steps: string[]
}

export interface EventRow {
  id: string
  merchantId: string
  sessionId: string | null
  type: string
  sequence: number
  body: string
}

export interface DeliveryRow {
  id: string
  eventId: string
  merchantId: string
  status: string
}

export interface DeliveryAttemptRow {
  deliveryId: string
  number: number
  statusCode: number | null
  error: string | null
}

export interface LedgerRow {
  sequence: number
  paymentId: string
  refundId: string | null
  /** `authorization`, `capture`, `void`, `refund`, `refund_reversal`, `reversal` or `reinstatement`. */
  kind: string
  amountMinor: number
  currency: string
  /** The authorisation of which it is, where a payment may have several. */
  hold?: string
  /** The sum that was requested of a capture, if the processor captured another one. */
  asked?: { amountMinor: number; currency: string }
  /** Of a reversal: the network takes the whole capture, whatever was refunded of it. */
  takesRefunded?: true
  /** No webhook proves it, or says what it was worth: the tables may lack it where they show the payment to a person. */
  isUnprovable?: true
  /** The processor refused the refund, and sent it afterwards. The checkout may book it as a refund made elsewhere. */
  isSentAfterAll?: true
  /** Half of a capture that was acknowledged and then refused: there is a reversal beside it. */
  isNeverBooked?: true
}

export interface ProcessorRefundRow {
  id: string
  paymentId: string
  amountMinor: number
  status: string
  /** The amount of the payment that was left when the refund was requested. */
  leftMinor?: number
  /** Number of requests for the same refund after its first answer. */
  repeats?: number
  /** Time from the first request for it to the last. */
  repeatedAfterMs?: number
}

export interface ExchangeRow {
  /** Whose API key was sent; null for the checkout's own. */
  merchantId: string | null
  /** The session concerned, if the client knew it. */
  sessionId: string | null
  /** Method and path. */
  route: string
  key: string | null
  sent: string
  /** Null without a response. */
  status: number | null
  answer: string | null
  /** The client's time, in milliseconds. */
  atMs: number
  /** The session for which the request's card was sealed, if that is another session. */
  sealedFor?: string
}

export interface ReceivedRow {
  merchantId: string
  /** The header `webhook-id`. */
  eventId: string
  body: string
  /** The receiver's status; null when it broke off. */
  answered: number | null
}
