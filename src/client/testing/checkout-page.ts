import { type Locator, test } from 'playwright/test'
import type { PaymentMethod } from '../../contract/payment.ts'
import type { Session } from '../../contract/session.ts'
import type { FieldName } from '../../contract/form-fields.ts'
import { CheckoutScreens } from './checkout-screens.ts'
import { atTheTest } from './failure.ts'
import { type Payer, PAYER } from './payer.ts'
import { press } from './press.ts'

/** Where each fact of a payer is typed. */
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

/** The shopper's page: what a shopper does there, and by `CheckoutScreens` what can be seen. */
export class CheckoutPage extends CheckoutScreens {
  /** In the language that the session or the browser asks for, or in `locale`. */
  open({ url }: Pick<Session, 'url'>, { locale }: { locale?: string } = {}): Promise<void> {
    return step('open the checkout', async () => {
      await this.page.goto(locale === undefined ? url : `${url}?locale=${locale}`)
      await this.arrive()
    })
  }

  /** A session with one method has it chosen. */
  choose(method: PaymentMethod): Promise<void> {
    return step(`choose ${method}`, async () => {
      await this.arrive()
      await this.payButton.waitFor()
      if (await this.methods.isVisible()) await this.method(method).check()
    })
  }

  /** Pays, or is declined: by what stands in `CARDS`. */
  payByCard(number: string): Promise<void> {
    return step('pay by card', async () => {
      await this.choose('card')
      await this.fillCard(number)
      await this.fillCustomer()
      await this.pay()
    })
  }

  /** Then its code waits to be paid: by `sandbox.simulate(session, 'pix_paid')`, or by what its e-mail steers. */
  payByPix(payer: Partial<Payer> = {}): Promise<void> {
    return step('pay by Pix', async () => {
      await this.choose('pix')
      await this.fillCustomer(payer)
      await this.pay()
    })
  }

  /** Then it waits to be paid: by `sandbox.simulate(session, 'boleto_paid')`, or by what its e-mail steers. */
  payByBoleto(payer: Partial<Payer> = {}): Promise<void> {
    return step('pay by boleto', async () => {
      await this.choose('boleto')
      await this.fillCustomer(payer)
      await this.pay()
    })
  }

  fillCard(number: string): Promise<void> {
    return step('fill the card in', async () => {
      await this.cardField('card-number').fill(number)
      await this.cardField('card-expiry').fill('12 / 34')
      await this.cardField('card-code').fill('123')
      await this.cardField('card-name').fill('ANA SOUZA')
    })
  }

  /** Fills in what `payer` names, and of the rest what is asked for and still empty. */
  fillCustomer(payer: Partial<Payer> = {}): Promise<void> {
    return step('fill in what is asked', async () => {
      for (const fact of Object.keys(FIELD_OF) as (keyof Payer)[]) {
        const given = payer[fact]
        if (given !== undefined) await this.fillIn(fact, given)
        else if (await isWanted(this.field(FIELD_OF[fact]))) await this.fillIn(fact, PAYER[fact])
      }
    })
  }

  /** Presses the button to pay. */
  pay(): Promise<void> {
    return step('press the button to pay', async () => {
      await this.press(this.payButton)
    })
  }

  payAnotherWay(): Promise<void> {
    return step('pay another way', async () => {
      await this.press(this.payAnotherWayButton)
    })
  }

  /** What the shopper tells the simulated bank that asks who they are (`CARDS.challenge`). */
  answerBank(answer: 'complete' | 'fail' | 'cancel'): Promise<void> {
    return step(`answer the bank: ${answer}`, async () => {
      await this.bankButton(answer).click()
    })
  }

  /** On the page of the simulated bank. */
  bankButton(answer: 'complete' | 'fail' | 'cancel'): Locator {
    return this.page.locator(`button[name="outcome"][value="${answer}"]`)
  }

  /** Presses where a thing was last drawn. */
  press(what: Locator): Promise<void> {
    return press(this.page, what)
  }

  private async fillIn(fact: keyof Payer, text: string): Promise<void> {
    const field = this.field(FIELD_OF[fact])
    // Countries whose states are known have them to choose from.
    const isChoice = fact === 'state' && (await field.and(this.page.locator('select')).count()) > 0
    if (isChoice) await field.selectOption(text)
    else await field.fill(text)
  }
}

/** A step of the report; what fails in it is shown at the line of the test that asked for it. */
async function step(title: string, body: () => Promise<void>): Promise<void> {
  try {
    await test.step(title, body)
  } catch (error) {
    throw atTheTest(error)
  }
}

/** Asked of this shopper, and not said yet. */
async function isWanted(field: Locator): Promise<boolean> {
  return field.evaluateAll((controls: (HTMLInputElement | HTMLSelectElement)[]) =>
    controls.some((one) => one.checkVisibility() && one.required && one.value === ''),
  )
}
