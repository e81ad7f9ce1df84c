import type { Checkout } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import { noticeContent, type RenderedNotice } from './notice-content.ts'
import { receiptHtml } from './receipt-html.ts'
import { receiptText } from './receipt-text.ts'
import { slipOf } from '../boleto-pdf/slip.ts'

/** A mail besides the receipt, in the shopper's language; undefined where the page shows nothing that it could tell. */
export async function renderNotice(notice: RenderedNotice): Promise<
  | {
      subject: string
      languageTag: string
      text: string
      html: string
      logo: Image | undefined
      pdf: { name: string; bytes: Uint8Array } | undefined
    }
  | undefined
> {
  const content = noticeContent(notice)
  if (content === undefined) return undefined
  return {
    subject: content.subject,
    languageTag: content.language.tag,
    text: receiptText(content),
    html: await receiptHtml(content),
    logo: content.brand.logo === null ? undefined : notice.logo,
    pdf: notice.kind === 'boleto_made' ? await pdfOf(notice.checkout) : undefined,
  }
}

async function pdfOf(checkout: Checkout) {
  const slip = slipOf(checkout)
  if (slip === undefined) return undefined
  // Loaded by the first boleto: most processes never need it.
  const { boletoPdf } = await import('../boleto-pdf/boleto-pdf.ts')
  return { name: `boleto-${slip.id}.pdf`, bytes: await boletoPdf(slip) }
}
