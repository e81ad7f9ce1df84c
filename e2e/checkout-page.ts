import type { FrameLocator, Locator, Page } from 'playwright/test'
import type { Session } from '../src/contract/session.ts'

export const CARDS = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  challenge: '4000 0025 0000 3155',
  processing: '4000 2020 0000 0004',
  silent: '4000 5040 0000 0003',
} as const

/** The shopper's page by its accessible names, which are part of what the product promises. */
export class CheckoutPage {
  readonly page: Page
  readonly payButton: Locator
  readonly methods: Locator
  /** Its fields are those of another origin. */
  readonly card: FrameLocator
  readonly cardNumber: Locator
  readonly securityCode: Locator

  constructor(page: Page) {
    this.page = page
    this.payButton = page.getByRole('button', { name: /^Pay R\$/ })
    this.methods = page.getByRole('radiogroup', { name: 'Payment method' })
    this.card = page.frameLocator('iframe[title="Card details"]')
    this.cardNumber = this.card.getByLabel('Card number')
    this.securityCode = this.card.getByLabel('Security code')
  }

  async open(session: Pick<Session, 'url'>): Promise<void> {
    await this.page.goto(session.url)
  }

  async choose(method: 'Card' | 'Pix' | 'Boleto'): Promise<void> {
    await this.methods.getByRole('radio', { name: method }).check()
  }

  async fillCard(number: string): Promise<void> {
    await this.cardNumber.fill(number)
    await this.card.getByLabel('Expiry date').fill('12 / 34')
    await this.securityCode.fill('123')
    await this.card.getByLabel('Name on card').fill('ANA SOUZA')
  }

  async payByCard(number: string): Promise<void> {
    await this.fillCard(number)
    await this.pay()
  }

  async pay(): Promise<void> {
    await this.press(this.payButton)
  }

  /**
   * Presses where a thing was last drawn. After a scroll the browser may for a moment still send a press to the card's
   * frame, which stood at that place before: it is of another process.
   */
  async press(what: Locator): Promise<void> {
    await what.scrollIntoViewIfNeeded()
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await what.click()
  }

  async payByPix(): Promise<void> {
    await this.choose('Pix')
    await this.pay()
  }

  async payByBoleto(name: string, taxId: string): Promise<void> {
    await this.choose('Boleto')
    await this.page.getByLabel('Full name').fill(name)
    await this.page.getByLabel('CPF or CNPJ').fill(taxId)
    await this.pay()
  }

  /** The words that name a state, wherever on the page they stand. */
  words(text: string | RegExp): Locator {
    return this.page.getByText(text, { exact: true }).filter({ visible: true }).first()
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name })
  }

  get paid(): Locator {
    return this.heading('Payment received')
  }
}
