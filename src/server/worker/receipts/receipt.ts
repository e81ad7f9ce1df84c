import type { Checkout, CheckoutPayment } from '../../../contract/checkout.ts'

/** A receipt on its way to a shopper. */
export interface Receipt {
  to: string
  /** Tags of BCP 47 that say what the shopper reads, strongest first. */
  locales: readonly string[]
  /** The paid session as its page shows it. */
  checkout: Checkout & { payment: CheckoutPayment }
  /** Where the receipt can be read at any time. */
  url: string
}

/** What a receipt says, in the shopper's language. */
export interface ReceiptMessage {
  subject: string
  /** BCP 47. */
  languageTag: string
  text: string
  html: string
}

export type RenderReceipt = (receipt: Receipt) => Promise<ReceiptMessage>

/** What became of an attempt: `retry` may go well later, `failed` never will. `reason` tells nobody's address. */
export type SentReceipt = { result: 'sent' } | { result: 'retry' | 'failed'; reason: string }

/** Hands a receipt to a mail server, within a bounded time. Never throws for what the server or the network does. */
export type SendReceipt = (receipt: Receipt) => Promise<SentReceipt>
