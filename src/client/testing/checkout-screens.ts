import type { FrameLocator, Locator, Page } from 'playwright/test'
import type { DeclineCode, PaymentMethod } from '#contract/payment.ts'
import { shownDecline } from '#domain/methods/card/card-decline.ts'
import { matchLocale } from '#domain/match-locale.ts'
import type { CardField, FieldName } from '#contract/form-fields.ts'
import { languageOf, LANGUAGES } from '#words/languages.ts'
import { PAGE_WORDS } from '#words/tables/page.ts'
import type { WordKey, Words } from '#words/words.ts'
import { FORM_BUTTONS } from './methods.ts'
import { partOfText, sentence } from './sentence.ts'

type Role = 'button' | 'heading' | 'img' | 'link' | 'radiogroup' | 'textbox'
type Fact =
  | 'amount'
  | 'authorized'
  | 'method'
  | 'card'
  | 'installments'
  | 'when'
  | 'number'
  | 'order'
  | 'payee'
  | 'pix-id'

/** Facts whose label the server writes. */
const WRITTEN = { payee: 'pix.payee', 'pix-id': 'pix.id' } as const

/**
 * Locators of the payment page, by accessible names in the page's language. Wait for a state with
 * `await expect(checkout.paid).toBeVisible()`.
 */
export class CheckoutScreens {
  readonly page: Page
  private words: Words

  /** `locale` is the browser's (BCP 47), expected of a page until `arrive` has read its language. */
  constructor(page: Page, { locale = 'en' }: { locale?: string | undefined } = {}) {
    this.page = page
    this.words = wordsOf(locale)
  }

  /** Waits for the payment page and reads its language. */
  async arrive(): Promise<void> {
    // The page data is at the end of the document: once it is there, `lang` is final, even before any script has run.
    const document = this.page.locator('html:has(#page-data)')
    this.words = wordsOf((await document.getAttribute('lang')) ?? 'en')
  }

  /** The screen's first heading. */
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  /** The frame of the card's fields, which has another origin. */
  get card(): FrameLocator {
    return this.page.frameLocator(`iframe[title="${this.words['card.frame']}"]`)
  }

  /** Visible when the form is ready. */
  get payButton(): Locator {
    return this.named('button', ...FORM_BUTTONS)
  }

  /** The choice of payment methods; absent when the session has one method. */
  get methods(): Locator {
    return this.named('radiogroup', 'method.group')
  }

  /** The copy-and-paste code of an unpaid Pix. */
  get pixCode(): Locator {
    return this.named('textbox', 'pix.code')
  }

  get pixQrCode(): Locator {
    return this.named('img', 'pix.qr')
  }

  /** The digitable line of an unpaid boleto. */
  get boletoNumber(): Locator {
    return this.named('textbox', 'boleto.line')
  }

  get boletoBarcode(): Locator {
    return this.named('img', 'boleto.barcode')
  }

  /** The 3-D Secure challenge is unanswered. */
  get challenge(): Locator {
    return this.named('heading', 'challenge.title')
  }

  /** The bank's page over the checkout, where the processor lets it be framed. */
  get bankDialog(): Locator {
    return this.page.getByRole('dialog', { name: this.words['challenge.title'], exact: true })
  }

  /** The content of `bankDialog`. */
  get bankDialogFrame(): FrameLocator {
    return this.bankDialog.frameLocator('iframe')
  }

  /** The payment's outcome is unknown: the processor has not responded. */
  get checking(): Locator {
    return this.named('heading', 'checking.title')
  }

  get processing(): Locator {
    return this.named('heading', 'processing.title')
  }

  /** The receipt, when the session was paid on this page. */
  get paid(): Locator {
    return this.named('heading', 'paid.title')
  }

  /** The receipt, when the session was paid before the page was opened. */
  get paidAlready(): Locator {
    return this.named('heading', 'paid.already.title')
  }

  /** The payment is held, and nothing was taken yet (`captureMethod: 'manual'`). */
  get authorized(): Locator {
    return this.named('heading', 'authorized.title')
  }

  /** What was held is no longer, by a void or after its time. */
  get released(): Locator {
    return this.named('heading', 'released.title')
  }

  get refunded(): Locator {
    return this.named('heading', 'paid.refunded.title')
  }

  /** A part of the payment was refunded; the heading says how much. */
  get partiallyRefunded(): Locator {
    return this.named('heading', 'refund.title')
  }

  /** The session has expired. */
  get expired(): Locator {
    return this.named('heading', 'expired.title')
  }

  get canceled(): Locator {
    return this.named('heading', 'canceled.title')
  }

  /** A payment arrived after the session had ended, and was kept. */
  get paidLate(): Locator {
    return this.says('ended.money-came')
  }

  /** A payment arrived after the session had ended, and was refunded. */
  get paidLateReturned(): Locator {
    return this.says('ended.money-returned')
  }

  /** The session accepts no more payments. */
  get noAttemptsLeft(): Locator {
    return this.named('heading', 'refused.too_many_attempts.title')
  }

  /** Circuit breaker: the processor does not respond, and no payment was created. */
  get unavailable(): Locator {
    const notice = this.page.getByRole('alert')
    return notice.filter({ hasText: this.words['refused.payments_unavailable.title'] })
  }

  get notFound(): Locator {
    return this.named('heading', 'not-found.title')
  }

  get broken(): Locator {
    return this.named('heading', 'broken.title')
  }

  get offline(): Locator {
    return this.says('connection.offline')
  }

  get payAnotherWayButton(): Locator {
    return this.named('button', 'pay.another-way')
  }

  /** Stops the automatic return to the merchant. */
  get stayButton(): Locator {
    return this.named('button', 'paid.stay')
  }

  get backToShop(): Locator {
    return this.named('link', 'order.back').first()
  }

  /**
   * The notice that the last payment failed, for `code` or for any reason. An expired Pix is `pix_expired`; any other
   * Pix or boleto that failed is shown without its code's words, so leave `code` out.
   */
  declined(code?: DeclineCode): Locator {
    const notice = this.page.getByRole('alert')
    if (code === undefined) return notice.filter({ hasText: this.words['no-money-taken'] })
    return notice
      .filter({ hasText: this.words[`decline.${shownDecline(code)}.title`] })
      .filter({ hasText: this.words[`decline.${shownDecline(code)}.text`] })
  }

  /** The value of one line of the receipt. */
  receipt(fact: Fact): Locator {
    const named = (key: WordKey) => this.page.getByText(sentence(this.words, key), { exact: true })
    // After a refund, the amount that was paid is one of several.
    const labelOf = () => {
      if (fact === 'amount') return named('receipt.amount').or(named('refund.paid'))
      if (fact === 'authorized') return named('authorized.amount')
      return named(fact === 'payee' || fact === 'pix-id' ? WRITTEN[fact] : `receipt.${fact}`)
    }
    const label = labelOf()
    return this.page.locator('dl > div').filter({ has: label }).locator('dd')
  }

  /** A field of the form. `name` and `tax-id` exist for a boleto, the others if the session requires them. */
  field(name: FieldName): Locator {
    // Their labels depend on the country.
    if (name === 'postal-code' || name === 'address-line1')
      return this.page.locator(`[autocomplete="billing ${name}"]`)
    if (name === 'street-number' || name === 'district') return this.page.locator(`#${name}`)
    return this.page.getByLabel(this.words[`field.${name}`], { exact: true })
  }

  /** A field inside the card's frame. */
  cardField(name: CardField): Locator {
    return this.card.getByLabel(this.words[`field.${name}`], { exact: true })
  }

  /** The radio button of a payment method. */
  method(method: PaymentMethod): Locator {
    return this.methods.getByRole('radio', { name: this.words[`method.${method}`], exact: true })
  }

  /** A sentence of the page by its key, with any values in its placeholders. */
  says(key: Exclude<WordKey, `email.${string}`>): Locator {
    return this.page.getByText(partOfText(this.words, key)).filter({ visible: true }).first()
  }

  private named(role: Role, ...keys: WordKey[]): Locator {
    return this.page.getByRole(role, { name: sentence(this.words, ...keys), exact: true })
  }
}

function wordsOf(locale: string): Words {
  const tags = LANGUAGES.map(({ tag }) => tag)
  return PAGE_WORDS[languageOf(matchLocale(locale, tags)).tag]
}
