import type { Checkout } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { ShopperMailKind } from '../../database/mails/shopper-mails.ts'
import type { SentMail } from './mail-schedule.ts'
import type { ReceiptMessage } from './receipt.ts'

/** A mail to a shopper besides the receipt. */
export interface Notice {
  /** Stable: a mail that is sent twice has the same Message-ID. */
  id: string
  kind: ShopperMailKind
  to: string
  /** BCP 47 tags of the shopper's languages, most preferred first. */
  locales: readonly string[]
  /** What the page shows. */
  checkout: Checkout
  /** Of the payment that the mail is about, which the page may not show. */
  paymentId: string
  method: PaymentMethod
  /** What went back; 0 for a boleto. */
  amountMinor: number
  currency: string
  /** Permanent URL of the page. */
  url: string
  /** The merchant's, where it could be read. */
  logo?: Image | undefined
}

export interface NoticeMessage extends ReceiptMessage {
  /** A document for the shopper. */
  pdf?: { name: string; bytes: Uint8Array } | undefined
}

/** Undefined where the page shows nothing that the mail could tell. */
export type RenderNotice = (notice: Notice) => Promise<NoticeMessage | undefined>

/** Sends a notice through a mail server within a bounded time. Never throws for server or network errors. */
export type SendNotice = (notice: Notice) => Promise<SentMail | { result: 'dropped' }>
