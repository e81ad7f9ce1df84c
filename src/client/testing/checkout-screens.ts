import type { FrameLocator, Locator, Page } from 'playwright/test'
import type { DeclineCode, PaymentMethod } from '../../contract/payment.ts'
import { shownDecline } from '../../domain/methods/card/card-decline.ts'
import { matchLocale } from '../../domain/match-locale.ts'
import type { CardField } from '../../page/card-frame/protocol.ts'
import type { FieldName } from '../../page/web/payment-form/fields.ts'
import { languageOf, LANGUAGES } from '../../words/languages.ts'
import { PAGE_WORDS } from '../../words/tables/page.ts'
import type { WordKey, Words } from '../../words/words.ts'
import { partOfText, sentence } from './sentence.ts'

type Role = 'button' | 'heading' | 'img' | 'link' | 'radiogroup' | 'textbox'
type Fact = 'amount' | 'method' | 'card' | 'installments' | 'when' | 'number' | 'order'

/**
 * What can be seen on the shopper's page, by its accessible names in the language that it speaks. All are locators: wait
 * for a state by `await expect(checkout.paid).toBeVisible()`.
 */
export class CheckoutScreens {
  readonly page: Page
  private words: Words

  /** `locale` is the browser's: a page that was not seen yet is expected to speak its language. */
  constructor(page: Page, { locale = 'en' }: { locale?: string | undefined } = {}) {
    this.page = page
    this.words = wordsOf(locale)
  }

  /** Waits for the page, wherever the test has come from, and learns which language it speaks. */
  async arrive(): Promise<void> {
    // The document has its data at the end, also while its script is still on the way.
    const document = this.page.locator('html:has(#page-data)')
    this.words = wordsOf((await document.getAttribute('lang')) ?? 'en')
  }

  /** What the screen is about. */
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }

  /** The fields of the card, which are those of another origin. */
  get card(): FrameLocator {
    return this.page.frameLocator(`iframe[title="${this.words['card.frame']}"]`)
  }

  /** The form, ready to be paid. */
  get payButton(): Locator {
    return this.named('button', 'pay.button')
  }

  /** Absent where a session takes one method only. */
  get methods(): Locator {
    return this.named('radiogroup', 'method.group')
  }

  /** The code of a Pix that waits to be paid. */
  get pixCode(): Locator {
    return this.named('textbox', 'pix.code')
  }

  get pixQrCode(): Locator {
    return this.named('img', 'pix.qr')
  }

  /** The number of a boleto that waits to be paid. */
  get boletoNumber(): Locator {
    return this.named('textbox', 'boleto.line')
  }

  get boletoBarcode(): Locator {
    return this.named('img', 'boleto.barcode')
  }

  /** The bank asks the shopper, who has come back without an answer. */
  get challenge(): Locator {
    return this.named('heading', 'challenge.title')
  }

  /** Money may have moved, and nobody knows yet. */
  get checking(): Locator {
    return this.named('heading', 'checking.title')
  }

  get processing(): Locator {
    return this.named('heading', 'processing.title')
  }

  /** Paid while the page was open. */
  get paid(): Locator {
    return this.named('heading', 'paid.title')
  }

  /** Paid before the page was opened. */
  get paidAlready(): Locator {
    return this.named('heading', 'paid.already.title')
  }

  get refunded(): Locator {
    return this.named('heading', 'paid.refunded.title')
  }

  /** The session's time is over. */
  get expired(): Locator {
    return this.named('heading', 'expired.title')
  }

  get canceled(): Locator {
    return this.named('heading', 'canceled.title')
  }

  /** Money came after the session had ended, and the shop keeps it for now. */
  get paidLate(): Locator {
    return this.says('ended.money-came')
  }

  /** Money came after the session had ended, and went back. */
  get paidLateReturned(): Locator {
    return this.says('ended.money-returned')
  }

  get noAttemptsLeft(): Locator {
    return this.named('heading', 'refused.too_many_attempts.title')
  }

  /** The press was put off, and nothing was begun: the processor does not answer. */
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

  /** Keeps a receipt in sight that would lead back to the shop. */
  get stayButton(): Locator {
    return this.named('button', 'paid.stay')
  }

  get backToShop(): Locator {
    return this.named('link', 'order.back').first()
  }

  /** The last try failed, for this reason or for any; no money was taken. An expired Pix is `pix_expired`. */
  declined(code?: DeclineCode): Locator {
    const notice = this.page.getByRole('alert')
    if (code === undefined) return notice.filter({ hasText: this.words['no-money-taken'] })
    return notice
      .filter({ hasText: this.words[`decline.${shownDecline(code)}.title`] })
      .filter({ hasText: this.words[`decline.${shownDecline(code)}.text`] })
  }

  /** What a receipt says of one thing. */
  receipt(fact: Fact): Locator {
    const label = this.page.getByText(this.words[`receipt.${fact}`], { exact: true })
    return this.page.locator('dl > div').filter({ has: label }).locator('dd')
  }

  /** A field of the form; `name` and `tax-id` are there for a boleto, the others if the session asks for them. */
  field(name: FieldName): Locator {
    // What it is called depends on the country.
    if (name === 'postal-code') return this.page.locator('[autocomplete="billing postal-code"]')
    return this.page.getByLabel(this.words[`field.${name}`], { exact: true })
  }

  cardField(name: CardField): Locator {
    return this.card.getByLabel(this.words[`field.${name}`], { exact: true })
  }

  /** How to pay. */
  method(method: PaymentMethod): Locator {
    return this.methods.getByRole('radio', { name: this.words[`method.${method}`], exact: true })
  }

  /** A sentence of the page by its key, whatever stands in its gaps. */
  says(key: WordKey): Locator {
    return this.page.getByText(partOfText(this.words, key)).filter({ visible: true }).first()
  }

  private named(role: Role, key: WordKey): Locator {
    return this.page.getByRole(role, { name: sentence(this.words, key), exact: true })
  }
}

function wordsOf(locale: string): Words {
  const tags = LANGUAGES.map(({ tag }) => tag)
  return PAGE_WORDS[languageOf(matchLocale(locale, tags)).tag]
}
