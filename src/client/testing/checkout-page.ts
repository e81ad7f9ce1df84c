import { type Locator, type Page, type Request, test } from 'playwright/test'
import type { PaymentMethod } from '#contract/payment.ts'
import type { Session } from '#contract/session.ts'
import type { FieldName } from '#contract/form-fields.ts'
import { CheckoutScreens } from './checkout-screens.ts'
import { atTheTest } from './failure.ts'
import { type Payer, PAYER } from './payer.ts'
import { press } from './press.ts'

const FIELD_OF: Readonly<Record<keyof Payer, FieldName>> = {
  email: 'email',
  name: 'name',
  taxId: 'tax-id',
  phone: 'phone',
  postalCode: 'postal-code',
  line1: 'address-line1',
  city: 'city',
  state: 'state',
}

/** A press is refused by the page at once, or asked of the server after the card was sealed. */
const ASKED_WITHIN_MS = 5000
/** Longer than a processor may be silent. */
const ANSWERED_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 50
/** How long a field must be marked before the page has refused: marks of an earlier press go with the next one. */
const REFUSED_MS = 500

const BANK_PAGE = /\/simulator\/challenge\//

/** Page object of the payment page: the shopper's actions; `CheckoutScreens` has its locators. */
export class CheckoutPage extends CheckoutScreens {
  private readonly findSession: FindSession | undefined

  /** `findSession` is for `session()`; the fixture `checkout` gives it. */
  constructor(
    page: Page,
    { findSession, ...options }: { locale?: string | undefined; findSession?: FindSession } = {},
  ) {
    super(page, options)
    this.findSession = findSession
  }

  /** The session of the page that is open, such as one that your shop created. */
  session(): Promise<Session> {
    return step("read the page's session", async () => {
      await this.arrive()
      const reference = /\/c\/([0-9A-Za-z]+)/.exec(new URL(this.page.url()).pathname)?.[1]
      if (reference === undefined) throw new Error(`${this.page.url()} is no page of a session.`)
      if (this.findSession === undefined)
        throw new Error('Take `checkout` from the fixtures: this page object has no API key.')
      return this.findSession(reference)
    })
  }

  /** Opens the session's page, in `locale` (BCP 47) or else in the language of the session or the browser. */
  open({ url }: Pick<Session, 'url'>, { locale }: { locale?: string } = {}): Promise<void> {
    return step('open the checkout', async () => {
      await this.page.goto(locale === undefined ? url : `${url}?locale=${locale}`)
      await this.arrive()
    })
  }

  /** Chooses a payment method. A session with one method needs no choice. */
  choose(method: PaymentMethod): Promise<void> {
    return step(`choose ${method}`, async () => {
      await this.arrive()
      await this.payButton.waitFor()
      if (await this.methods.isVisible()) await this.method(method).check()
    })
  }

  /** Pays with one of `CARDS`, which decides the outcome. */
  payByCard(number: string): Promise<void> {
    return step('pay by card', async () => {
      await this.choose('card')
      await this.fillCard(number)
      await this.fillCustomer()
      await this.pay()
    })
  }

  /** Shows a Pix code. `sandbox.simulate(session, 'pix_paid')` pays it, or the payer's e-mail decides. */
  payByPix(payer: Partial<Payer> = {}): Promise<void> {
    return step('pay by Pix', async () => {
      await this.choose('pix')
      await this.fillCustomer(payer)
      await this.pay()
    })
  }

  /** Shows a boleto. `sandbox.simulate(session, 'boleto_paid')` pays it, or the payer's e-mail decides. */
  payByBoleto(payer: Partial<Payer> = {}): Promise<void> {
    return step('pay by boleto', async () => {
      await this.choose('boleto')
      await this.fillCustomer(payer)
      await this.pay()
    })
  }

  /** Fills in the card's fields, expiry 12/34, without paying. */
  fillCard(number: string): Promise<void> {
    return step('fill the card in', async () => {
      await this.cardField('card-number').fill(number)
      await this.cardField('card-expiry').fill('12 / 34')
      await this.cardField('card-code').fill('123')
      await this.cardField('card-name').fill('ANA SOUZA')
    })
  }

  /** Fills in what `payer` has, and every other required field that is empty. */
  fillCustomer(payer: Partial<Payer> = {}): Promise<void> {
    return step('fill in what is asked', async () => {
      for (const fact of Object.keys(FIELD_OF) as (keyof Payer)[]) {
        const given = payer[fact]
        if (given !== undefined) await this.fillIn(fact, given)
        else if (await isWanted(this.field(FIELD_OF[fact]))) await this.fillIn(fact, PAYER[fact])
      }
    })
  }

  /**
   * Clicks the button to pay, and waits until the payment is made or the page has refused what is typed. `press(payButton)`
   * only clicks.
   */
  pay(): Promise<void> {
    return step('press the button to pay', async () => {
      const payment = { isAsked: false, isAnswered: false }
      const look = async (request: Request) => {
        if (!isPayment(request)) return
        payment.isAsked = true
        await request.response().catch(() => null)
        payment.isAnswered = true
      }
      this.page.on('request', look)
      try {
        await this.press(this.payButton)
        const pressedMs = Date.now()
        let markedMs: number | undefined
        while (!payment.isAnswered) {
          const nowMs = Date.now()
          markedMs = !payment.isAsked && (await this.isRefused()) ? (markedMs ?? nowMs) : undefined
          if (markedMs !== undefined && nowMs - markedMs >= REFUSED_MS) return
          if (nowMs - pressedMs > (payment.isAsked ? ANSWERED_WITHIN_MS : ASKED_WITHIN_MS)) return
          await this.page.waitForTimeout(LOOK_AGAIN_MS)
        }
      } finally {
        this.page.off('request', look)
      }
    })
  }

  /** Clicks the button to pay another way, after closing a dialog of the bank. */
  payAnotherWay(): Promise<void> {
    return step('pay another way', async () => {
      if (await this.bankDialog.isVisible()) await this.bankDialog.getByRole('button').click()
      await this.press(this.payAnotherWayButton)
    })
  }

  /** Answers the 3-D Secure challenge at the simulated bank (`CARDS.challenge`), in a dialog or on a page of its own. */
  answerBank(answer: 'complete' | 'fail' | 'cancel'): Promise<void> {
    return step(`answer the bank: ${answer}`, async () => {
      const buttons = [
        this.bankDialogFrame.locator(bankButton(answer)),
        this.page.locator(bankButton(answer)),
      ]
      const found = await Promise.any(buttons.map((button) => button.waitFor().then(() => button)))
      await found.click()
      // The bank has taken the answer once its page is left.
      await found.waitFor({ state: 'hidden', timeout: ANSWERED_WITHIN_MS })
    })
  }

  /**
   * Button of the simulated bank. The bank's page is in a dialog over the checkout, unless the browser has left the checkout
   * for it, or lacks credentialless frames.
   */
  bankButton(answer: 'complete' | 'fail' | 'cancel'): Locator {
    const engine = this.page.context().browser()?.browserType().name() ?? 'chromium'
    const isAlone = engine !== 'chromium' || BANK_PAGE.test(this.page.url())
    return (isAlone ? this.page : this.bankDialogFrame).locator(bankButton(answer))
  }

  /** Clicks after the page was painted, so that the click does not hit the card's frame at its former place. */
  press(what: Locator): Promise<void> {
    return press(this.page, what)
  }

  /** Whether a field is marked as wrong, in the page or in the card's frame. */
  private async isRefused(): Promise<boolean> {
    const marked = '[aria-invalid="true"]'
    const counts = [this.page.locator(marked).count(), this.card.locator(marked).count()]
    return (await Promise.all(counts)).some((count) => count > 0)
  }

  private async fillIn(fact: keyof Payer, text: string): Promise<void> {
    const field = this.field(FIELD_OF[fact])
    // The field is a select in countries whose states are known.
    const isChoice = fact === 'state' && (await field.and(this.page.locator('select')).count()) > 0
    if (isChoice) await field.selectOption(text)
    else await field.fill(text)
  }
}

/** Finds the session of a page by the last part of its address. */
export type FindSession = (reference: string) => Promise<Session>

/** The page's call, or the form of a page whose scripts do not run. */
function isPayment(request: Request): boolean {
  const { pathname } = new URL(request.url())
  return request.method() === 'POST' && /\/payments$|^\/c\//.test(pathname)
}

function bankButton(answer: string): string {
  return `button[name="outcome"][value="${answer}"]`
}

/** A step of the report; its failures point at the line of the test. */
async function step<Result>(title: string, body: () => Promise<Result>): Promise<Result> {
  try {
    return await test.step(title, body)
  } catch (error) {
    throw atTheTest(error)
  }
}

async function isWanted(field: Locator): Promise<boolean> {
  return field.evaluateAll((controls: (HTMLInputElement | HTMLSelectElement)[]) =>
    controls.some((one) => one.checkVisibility() && one.required && one.value === ''),
  )
}
