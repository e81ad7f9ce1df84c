import { pageCheckout } from '../bff/page-view.ts'
import type { Checkout, CheckoutPayment } from '../../contract/checkout.ts'
import { matchLocale } from '../../domain/match-locale.ts'
import { sumText } from './sum-text.ts'
import { sandboxWords } from '../../words/sandbox-words.ts'
import { receiptFacts, type TextFact } from './receipt-facts.ts'
import { languageOf, LANGUAGES } from '../../words/languages.ts'
import { PAGE_WORDS } from '../../words/tables/page.ts'
import { speak } from '../../words/words.ts'
import { oneLine } from '../../domain/one-line.ts'

/** The content of a receipt e-mail in the shopper's language: plain text, partly written by the merchant (untrusted). */
export interface ReceiptContent {
  language: { tag: string; direction: 'ltr' | 'rtl' }
  subject: string
  /** The notice that no money moved; sandbox only. */
  banner: string | null
  merchant: string
  title: string
  facts: readonly TextFact[]
  linesTitle: string
  lines: readonly { name: string; detail: string; amount: string }[]
  sums: readonly TextFact[]
  lasting: string
  link: { text: string; url: string }
  why: string
}

/** Uses the texts and view model of the receipt page, so that both agree. */
export function receiptContent({
  locales,
  checkout,
  url,
}: {
  locales: readonly string[]
  checkout: Checkout & { payment: CheckoutPayment }
  url: string
}): ReceiptContent {
  const { tag, direction } = preferredLanguage(locales)
  const say = speak(PAGE_WORDS[tag], tag, direction)
  const page = pageCheckout(checkout, tag)
  const payment = page.payment
  if (payment === null) throw new Error('a receipt without a payment')
  const merchant = page.merchant.name
  const title = say('email.title', { amount: payment.amount.text, merchant })
  const hasSums = page.sums.length > 0
  return {
    language: { tag, direction },
    subject: say('email.subject', { merchant: oneLine(merchant) }),
    banner: checkout.environment === 'sandbox' ? sandboxWords(tag).banner : null,
    merchant,
    title,
    facts: [...receiptFacts(page, payment, say), [say('receipt.number'), payment.id]],
    linesTitle: say('order.label'),
    lines: page.lines.map(({ name, description, quantity, total }) => {
      const units = say('order.units', { count: quantity })
      const detail = description === null ? units : `${description}, ${units}`
      return { name, detail, amount: total.text }
    }),
    sums: [
      ...page.sums.map((sum): TextFact => {
        const kind = say(`order.${sum.kind}`)
        return [sum.label === null ? kind : `${kind} (${sum.label})`, sumText(sum, say)]
      }),
      ...(hasSums ? [[say('order.total'), page.amount.text] as const] : []),
    ],
    lasting: say('email.lasting'),
    link: { text: say('email.link'), url },
    why: say('email.why', { merchant }),
  }
}

/** The first of the preferred locales that has a translation. */
function preferredLanguage(locales: readonly string[]) {
  const tags = LANGUAGES.map(({ tag }) => tag)
  return languageOf(locales.map((wish) => matchLocale(wish, tags)).find(Boolean))
}
