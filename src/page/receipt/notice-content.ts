import type { Checkout } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { formatDay } from '#domain/format-date.ts'
import { formatDigitableLine } from '#domain/methods/boleto/boleto.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { formatMoney } from '#domain/money.ts'
import { sandboxWords } from '#words/sandbox-words.ts'
import { translateIn } from '#words/translate-in.ts'
import type { Translate } from '#words/words.ts'
import { pageCheckout } from '../bff/page-view.ts'
import { REFUND_TEXTS } from '../bff/returned-money.ts'
import { receiptBrand } from './receipt-brand.ts'
import { preferredLanguage, withoutLineBreaks, type ReceiptContent } from './receipt-content.ts'
import { receiptFacts, sellerFacts, type TextFact } from './receipt-facts.ts'

export interface RenderedNotice {
  kind: 'boleto_made' | 'boleto_due' | 'refund' | 'reversal'
  locales: readonly string[]
  checkout: Checkout
  paymentId: string
  method: PaymentMethod
  amountMinor: number
  currency: string
  url: string
  logo?: Image | undefined
}

type Told = Pick<
  ReceiptContent,
  'subject' | 'paid' | 'returned' | 'facts' | 'ids' | 'lasting' | 'link'
>

interface Telling {
  notice: RenderedNotice
  page: PageCheckout
  tag: string
  t: Translate
}

/** What a mail besides the receipt says, in the receipt's form; undefined where the page shows nothing that it could tell. */
export function noticeContent(notice: RenderedNotice): ReceiptContent | undefined {
  const { tag, direction } = preferredLanguage(notice.locales)
  const t = translateIn(tag)
  const page = withoutLineBreaks(pageCheckout(notice.checkout, tag))
  const telling = { notice, page, tag, t }
  const isOfBoleto = notice.kind === 'boleto_made' || notice.kind === 'boleto_due'
  const told = isOfBoleto ? toldOfBoleto(telling) : toldOfReturn(telling)
  if (told === undefined) return undefined
  const merchant = page.merchant.name
  return {
    language: { tag, direction },
    banner: notice.checkout.environment === 'sandbox' ? sandboxWords(tag).banner : null,
    merchant,
    brand: receiptBrand(page.merchant.brandColor, notice.logo),
    isPaid: false,
    title: `${told.paid.label}: ${told.paid.amount}`,
    helpUrl: page.merchant.links.help,
    linesTitle: '',
    lines: [],
    sums: [],
    why: t('email.why', { merchant }),
    ...told,
  }
}

/** Only while the boleto is what the page shows: one that was paid or replaced is not called to mind. */
function toldOfBoleto({ notice, page, tag, t }: Telling): Told | undefined {
  const { checkout, paymentId, kind, url } = notice
  const { payment } = checkout
  if (page.payment === null || payment?.id !== paymentId || payment.action === null)
    return undefined
  if (!('barcode' in payment.action)) return undefined
  const { dueDate, digitableLine } = payment.action
  const date = formatDay(dueDate, tag)
  const merchant = page.merchant.name
  return {
    subject:
      kind === 'boleto_made'
        ? `${t('boleto.title')} · ${merchant}`
        : t('email.boleto-due', { merchant, date }),
    paid: { label: t('order.to-pay'), amount: page.payment.amount.text },
    returned: { title: null, text: t('boleto.how') },
    facts: [[t('boleto.due'), date], ...orderFact(page, t), ...sellerFacts(page, page.payment, t)],
    ids: [[t('boleto.line'), formatDigitableLine(digitableLine)]],
    lasting: null,
    link: { text: t('boleto.pdf'), url: `${url}/boleto.pdf` },
  }
}

/** A refund, or money that the bank took back. The page may show another payment: then it is told without its details. */
function toldOfReturn({ notice, page, tag, t }: Telling): Told {
  const { checkout, paymentId, kind, method, currency, url } = notice
  const amount = formatMoney({ amount: notice.amountMinor, currency }, tag)
  const merchant = page.merchant.name
  const isRefund = kind === 'refund'
  const label = t(isRefund ? 'refund.refunded' : 'refund.reversed')
  const shown = checkout.payment?.id === paymentId && page.standing !== null ? page.payment : null
  return {
    subject: `${isRefund ? t('refund.title', { amount }) : t('refund.taken-back.title')} · ${merchant}`,
    paid: { label, amount },
    returned: {
      title: null,
      text: isRefund
        ? t(REFUND_TEXTS[METHODS[method].refundsTo], { merchant })
        : t('refund.taken-back.text', { amount, merchant }),
    },
    facts:
      shown === null
        ? orderFact(page, t)
        : [...receiptFacts(page, shown, t), ...sellerFacts(page, shown, t)],
    ids: shown === null ? [] : [[t('receipt.number'), shown.id]],
    lasting: t('email.lasting'),
    link: { text: t('email.link'), url },
  }
}

function orderFact({ orderReference }: PageCheckout, t: Translate): TextFact[] {
  return orderReference === null ? [] : [[t('receipt.order'), orderReference]]
}
