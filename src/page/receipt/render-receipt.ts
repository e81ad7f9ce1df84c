import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import { receiptContent } from './receipt-content.ts'
import { receiptHtml } from './receipt-html.ts'
import { receiptText } from './receipt-text.ts'

/** The receipt e-mail in the shopper's language. */
export async function renderReceipt(receipt: {
  locales: readonly string[]
  checkout: Checkout & { payment: CheckoutPayment }
  url: string
  logo?: Image | undefined
}): Promise<{
  subject: string
  languageTag: string
  text: string
  html: string
  logo: Image | undefined
}> {
  const content = receiptContent(receipt)
  return {
    subject: content.subject,
    languageTag: content.language.tag,
    text: receiptText(content),
    html: await receiptHtml(content),
    logo: content.brand.logo === null ? undefined : receipt.logo,
  }
}
