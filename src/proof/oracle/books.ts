/** What the checkout's own tables say. */
export interface Tables {
  merchants: MerchantRow[]
  sessions: SessionRow[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  events: EventRow[]
  deliveries: DeliveryRow[]
  attempts: DeliveryAttemptRow[]
}

/** What the processor itself did: its ledger, and the refunds that it was asked for. */
export interface ProcessorBooks {
  ledger: LedgerRow[]
  refunds: ProcessorRefundRow[]
}

/** What people outside saw and did, in their own hand. */
export interface Witnesses {
  /** Every request to the API with its answer, in the order in which they were sent. */
  exchanges: ExchangeRow[]
  /** Every notification that reached a merchant, in the order in which they came. */
  received: ReceivedRow[]
  /** Payments that a shopper's bank paid when it pleased, also after they had been given up. */
  paidLate: string[]
  /** What the product itself called an error in its log. */
  complaints: string[]
}

/** Everything that the oracle judges by, after all has come to rest. */
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
  attemptKey: string | null
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
  /** The session that it was about, where whoever asked knew it. */
  sessionId: string | null
  /** Method and path. */
  route: string
  key: string | null
  sent: string
  /** Null when no answer came. */
  status: number | null
  answer: string | null
  /** The asker's time, in milliseconds. */
  atMs: number
}

export interface ReceivedRow {
  merchantId: string
  /** The header `webhook-id`. */
  eventId: string
  body: string
  /** The status that the receiver answered with; null when it broke off. */
  answered: number | null
}
