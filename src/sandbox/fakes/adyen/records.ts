import type { BadDay } from './bad-days.ts'

/** In the minor units that the currency has at Adyen. */
export interface Amount {
  currency: string
  value: number
}

/** What a card payment needs to remember of its card. */
export interface CardFacts {
  brand: string
  lastFour: string
  /** `03/2030`. */
  expiry: string
  holderName: string
}

export type ResultCode = 'Authorised' | 'PartiallyAuthorised' | 'Refused' | 'Cancelled' | 'Error'

export interface Result {
  resultCode: ResultCode
  refusalReasonCode?: string
}

export const CHOICES = ['pass', 'fail', 'cancel', 'close'] as const
/** What a shopper does on the page of a challenge: `close` leaves it without an answer. */
export type Choice = (typeof CHOICES)[number]

export interface Offer {
  /** Names the challenge in its address. */
  id: string
  returnUrl: string
  choice?: Choice
  /** What the page appended to the return URL. */
  redirectResult?: string
  /** `/payments/details` has answered. */
  isAnswered?: boolean
}

export interface Payment {
  pspReference: string
  merchantAccount: string
  /** The merchant's. */
  reference: string
  amount: Amount
  card: CardFacts
  /** The network takes the money with the authorisation. */
  isSale: boolean
  /** What the merchant asked the test environment to refuse with. */
  wantedRefusal?: string
  offer?: Offer
  /** Absent while a challenge is open. */
  result?: Result
  /** Its webhook arrives before the answer. */
  isToldFirst?: boolean
  /** Its dispute is planned. */
  willBeDisputed?: boolean
  /** What was authorised, if it is not `amount`. */
  authorised?: Amount
  createdAt: string
}

export type ModificationKind = 'capture' | 'refund' | 'reversal' | 'cancel'

export interface Modification {
  pspReference: string
  kind: ModificationKind
  merchantAccount: string
  /** Of the payment; absent for a cancellation by the merchant's reference. */
  paymentPspReference?: string
  paymentReference?: string
  amount?: Amount
  reference?: string
  /** Of a refund of captured money: what could be refunded when it was requested. */
  leftValue?: number
  /** How it goes wrong. */
  day?: BadDay<'capture' | 'refund' | 'void'>
  outcome?: { isDone: boolean; reason: string }
}

export const LEDGER_KINDS = [
  'authorised',
  'captured',
  'capture_failed',
  'captured_again',
  'cancelled',
  'expired',
  'refunded',
  'refund_failed',
  'chargeback',
  'chargeback_reversed',
  'second_chargeback',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** A hold that was made or ended, or money that moved. */
export interface LedgerEntry {
  at: string
  kind: LedgerKind
  merchantAccount: string
  /** The payment's. */
  pspReference: string
  /** The merchant's, of the payment. */
  reference: string
  /** The psp reference of the request, or of the dispute. */
  modification?: string
  /** The merchant's, of the request. */
  modificationReference?: string
  amount: Amount
}

/** An event of a dispute, as it was told. */
export interface DisputeEvent {
  /** Names the dispute. */
  pspReference: string
  /** The merchant's, of the payment. */
  paymentReference: string
  eventCode: string
}

/** Where webhooks of a merchant account go: a row of the Customer Area. */
export interface Webhook {
  url: string
  /** 64 hexadecimal digits. */
  hmacKey: string
  merchantAccount: string
  /** Basic authentication. */
  user?: string
  password?: string
}

/** What an item of a webhook says. */
export interface Item {
  eventCode: string
  pspReference: string
  originalReference?: string
  merchantAccountCode: string
  merchantReference: string
  amount: Amount
  success: boolean
  reason: string
  eventDate: string
  paymentMethod?: string
  operations?: readonly string[]
  additionalData: Readonly<Record<string, string>>
}

export interface Notification {
  webhook: Webhook
  item: Item
  dueAt: string
  isDelivered: boolean
}

/** Of one address: after an answer that is not 2xx nothing is sent there until a time. */
export interface Queue {
  blockedUntil: string
  failures: number
}

export type JobKind =
  | 'settle'
  | 'close offer'
  | 'expire'
  | 'authorise'
  | 'capture fails'
  | 'capture again'
  | 'refund fails'
  | 'refund reversed'
  | 'dispute'

/** Something that happens later, to a payment or to a modification. */
export interface Job {
  at: string
  kind: JobKind
  pspReference: string
  /** The step of a dispute. */
  dispute?: { eventCode: string; reference: string; value: number; status?: string }
}

/** A request under an idempotency key. */
export interface KeptKey {
  at: string
  /** Method, path and body. */
  request: string
  /** Absent while the request is running. */
  answer?: { status: number; body: object }
}
