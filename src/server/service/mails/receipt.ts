import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import type { SentMail } from './mail-schedule.ts'

export interface Receipt {
  to: string
  /** BCP 47 tags of the shopper's languages, most preferred first. */
  locales: readonly string[]
  /** The checkout view of the paid session. */
  checkout: Checkout & { payment: CheckoutPayment }
  /** Permanent URL of the receipt. */
  url: string
  /** The merchant's, where it could be read. */
  logo?: Image | undefined
}

/** The text of a receipt in the shopper's language. */
export interface ReceiptMessage {
  subject: string
  /** BCP 47. */
  languageTag: string
  text: string
  html: string
  /** Shown by the HTML as `cid:logo`. */
  logo?: Image | undefined
}

export type RenderReceipt = (receipt: Receipt) => Promise<ReceiptMessage>

/** Sends a receipt through a mail server within a bounded time. Never throws for server or network errors. */
export type SendReceipt = (receipt: Receipt) => Promise<SentMail>
