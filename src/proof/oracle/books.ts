/** Contents of the checkout's own tables. */
export interface Tables {
  merchants: MerchantRow[]
  sessions: SessionRow[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  events: EventRow[]
  deliveries: DeliveryRow[]
  attempts: DeliveryAttemptRow[]
}

/** The processor's own records: its ledger, and the refunds requested of it. */
export interface ProcessorBooks {
  ledger: LedgerRow[]
  refunds: ProcessorRefundRow[]
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
  currency: string
  installments: number
  capturedMinor: number
  refundedMinor: number
  late: boolean
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
  kind: string
  amountMinor: number
  currency: string
}

export interface ProcessorRefundRow {
  id: string
  paymentId: string
  amountMinor: number
  status: string
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
}

export interface ReceivedRow {
  merchantId: string
  /** The header `webhook-id`. */
  eventId: string
  body: string
  /** The receiver's status; null when it broke off. */
  answered: number | null
}
