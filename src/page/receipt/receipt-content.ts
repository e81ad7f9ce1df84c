import { pageCheckout } from '../bff/page-view.ts'
import type { PageCheckout } from '#contract/page.ts'
import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import { matchLocale } from '#domain/match-locale.ts'
import { type ReceiptBrand, receiptBrand } from './receipt-brand.ts'
import { priceOf } from './price.ts'
import { sumName, sumText } from './sum-text.ts'
import { sandboxWords } from '#words/sandbox-words.ts'
import { receiptFacts, sellerFacts, type TextFact } from './receipt-facts.ts'
import { languageOf, LANGUAGES } from '#words/languages.ts'
import { translateIn } from '#words/translate-in.ts'
import { oneLine } from '#domain/one-line.ts'

/** The content of a receipt e-mail in the shopper's language: plain text, partly written by the merchant (untrusted). */
export interface ReceiptContent {
  language: { tag: string; direction: 'ltr' | 'rtl' }
  subject: string
  /** The notice that no money moved; sandbox only. */
  banner: string | null
  merchant: string
  brand: ReceiptBrand
  /** The first line of the plain text. */
  title: string
  /** The title in two parts, without the merchant, which stands above it. */
  paid: { label: string; amount: string }
  /** What became of the money since, below the title; null where nothing went back. */
  returned: { title: string | null; text: string } | null
  /** Whether it is a receipt of money that stayed. */
  isPaid: boolean
  /** Whom to ask: a `mailto:` or `tel:` address. */
  helpUrl: string | null
  facts: readonly TextFact[]
  /** Each id stands on a line below its label, because an id that is cut off is useless. */
  ids: readonly TextFact[]
  linesTitle: string
  lines: readonly { name: string; detail: string; amount: string }[]
  sums: readonly TextFact[]
  lasting: string | null
  link: { text: string; url: string }
  why: string
}

/** Uses the texts and view model of the receipt page, so that both agree. */
export function receiptContent({
  locales,
  checkout,
  url,
  logo,
}: {
  locales: readonly string[]
  checkout: Checkout & { payment: CheckoutPayment }
  url: string
  logo?: Image | undefined
}): ReceiptContent {
  const { tag, direction } = preferredLanguage(locales)
  const t = translateIn(tag)
  // guard: mail-lines
  const page = withoutLineBreaks(pageCheckout(checkout, tag))
  const payment = page.payment
  if (payment === null) throw new Error('a receipt without a payment')
  const merchant = page.merchant.name
  const price = priceOf(page, { total: payment.amount, adjustments: payment.adjustments })
  return {
    language: { tag, direction },
    subject: t('email.subject', { merchant }),
    banner: checkout.environment === 'sandbox' ? sandboxWords(tag).banner : null,
    merchant,
    brand: receiptBrand(page.merchant.brandColor, logo),
    title: t('email.title', { amount: payment.amount.text, merchant }),
    paid: { label: t('order.paid'), amount: payment.amount.text },
    returned: page.standing && { title: page.standing.title, text: page.standing.text },
    isPaid: page.standing === null,
    helpUrl: page.merchant.links.help,
    facts: [...receiptFacts(page, payment, t), ...sellerFacts(page, payment, t)],
    ids: [
      [t('receipt.number'), payment.id],
      ...(payment.endToEndId ? [[payment.endToEndId.label, payment.endToEndId.id] as const] : []),
    ],
    linesTitle: t('order.label'),
    lines: page.lines.map(({ name, description, units, total }) => {
      const detail = description === null ? units : `${description} · ${units}`
      return { name, detail, amount: total.text }
    }),
    sums: [
      ...price.sums.map((sum): TextFact => [sumName(sum, t), sumText(sum, t)]),
      ...(price.sums.length > 0 ? [[t('order.total'), price.total.text] as const] : []),
    ],
    lasting: t('email.lasting'),
    link: { text: t('email.link'), url },
    why: t('email.why', { merchant }),
  }
}

/** A merchant's text must not look like a paragraph of the message. */
export function withoutLineBreaks(page: PageCheckout): PageCheckout {
  const plain = (text: string | null) => text && oneLine(text)
  const { payment, standing } = page
  const { payee, endToEndId } = payment ?? {}
  return {
    ...page,
    payment: payment && {
      ...payment,
      ...(payee && { payee: { ...payee, text: oneLine(payee.text) } }),
      ...(endToEndId && { endToEndId: { ...endToEndId, id: oneLine(endToEndId.id) } }),
    },
    standing: standing && { ...standing, text: oneLine(standing.text) },
    merchant: {
      ...page.merchant,
      name: oneLine(page.merchant.name),
      seller: plain(page.merchant.seller),
    },
    lines: page.lines.map((line) => ({
      ...line,
      name: oneLine(line.name),
      description: plain(line.description),
    })),
    sums: page.sums.map((sum) => ({ ...sum, label: plain(sum.label) })),
    orderReference: plain(page.orderReference),
    description: plain(page.description),
  }
}

/** The first of the preferred locales that has a translation. */
export function preferredLanguage(locales: readonly string[]) {
  const tags = LANGUAGES.map(({ tag }) => tag)
  return languageOf(locales.map((wish) => matchLocale(wish, tags)).find(Boolean))
}
