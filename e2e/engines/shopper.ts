import { vi } from 'vitest'
import { z } from 'zod'
import type { Session } from '#contract/session.ts'
import { CHECKOUT_URL } from '../product.ts'
import type { Control, EngineDocument, EnginePage, Role } from './engine.ts'

const CARD_FRAME = 'Card details'
const CARD = `[...document.querySelectorAll('[autocomplete^=cc-]')].map(({ value }) => value)`
const SUBMIT = 'button[type=submit]'
const CARD_TYPED = {
  'card-number': '',
  'card-expiry': '1234',
  'card-code': '123',
  'card-name': 'ANA SOUZA',
}
/** Generous for busy machines. */
const PATIENCE = { timeout: 60_000, interval: 100 }
const Reached = z.array(z.tuple([z.number(), z.string()]))
const RECORD_FOCUS = `void addEventListener('focusin', ({ target }) => {
  const name = target.labels?.[0]?.innerText ?? target.innerText
  if (name) window.reached.push([Date.now(), name])
}, void (window.reached = []))`

/** A window of an engine with the page's controls by accessible names; waits for elements. */
export class Shopper {
  readonly page: EnginePage

  constructor(page: EnginePage) {
    this.page = page
  }

  async opens(where: Pick<Session, 'url'> | string): Promise<void> {
    await this.leaves(() =>
      this.page.goTo(typeof where === 'string' ? CHECKOUT_URL + where : where.url),
    )
  }

  async reloads(): Promise<void> {
    await this.leaves(() => this.page.reload())
  }

  /** Waits for the next document, but not for its scripts: otherwise the flow would read the previous document. */
  private async leaves(navigate: () => Promise<void>): Promise<void> {
    await this.page.evaluate('void (window.isLeft = true)')
    await navigate()
    await this.until(`window.isLeft !== true && document.readyState !== 'loading'`)
  }

  async sees(role: Role, name: string): Promise<Control> {
    return find(this.page, role, name)
  }

  async reads(text: string): Promise<void> {
    await this.until(`document.body.innerText.includes(${JSON.stringify(text)})`)
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    await vi.waitFor(async () => {
      if ((await this.page.evaluate(expression)) !== true) throw new Error(`not yet: ${expression}`)
    }, PATIENCE)
  }

  async presses(button: string): Promise<void> {
    await (await this.sees('button', button)).click()
  }

  async chooses(method: 'Card' | 'Pix' | 'Boleto'): Promise<void> {
    await (await this.sees('radio', method)).click()
  }

  async fills(label: string, text: string): Promise<void> {
    await (await this.sees('textbox', label)).type(text)
  }

  async fillsCard(number: string): Promise<void> {
    await (await this.cardField('Card number')).type(number)
    await (await this.cardField('Expiry date')).type(CARD_TYPED['card-expiry'])
    await (await this.cardField('Security code')).type(CARD_TYPED['card-code'])
    await (await this.cardField('Name on card')).type(CARD_TYPED['card-name'])
  }

  async paysByCard(number: string): Promise<void> {
    await this.fillsCard(number)
    await this.presses('Pay R$259.90')
  }

  async paysByBoleto(): Promise<void> {
    await this.chooses('Boleto')
    await this.fills('Full name', 'Ana Souza')
    await this.fills('CPF or CNPJ', '52998224725')
    await this.presses('Get boleto')
  }

  /** Fills the card in and presses the button, also while the page is loading. */
  async paysEarly(number: string): Promise<void> {
    const fields = await waitFor(() => this.page.frame(CARD_FRAME), CARD_FRAME)
    for (const [id, text] of Object.entries({ ...CARD_TYPED, 'card-number': number }))
      await (await waitFor(() => fields.select(`#${id}`), id)).type(text)
    await this.pressesEarly()
  }

  async pressesEarly(): Promise<void> {
    await this.clicksEarly(SUBMIT)
  }

  async clicksEarly(selector: string): Promise<void> {
    await (await waitFor(() => this.page.select(selector), selector)).click()
  }

  async cardField(label: string): Promise<Control> {
    return find(await this.cardFields(), 'textbox', label)
  }

  /** The values of the card's fields. */
  async card(): Promise<unknown> {
    return (await this.cardFields()).evaluate(CARD)
  }

  /** The card's frame, or the page where it has none. */
  async cardFields(): Promise<EngineDocument> {
    await this.sees('radio', 'Card')
    return (await this.page.frame(CARD_FRAME)) ?? this.page
  }

  /**
   * The labels and texts of the controls that get the focus by an action, in order, in the page and in the card's frame.
   * They are recorded: a driver may move the focus into the document that it reads.
   */
  async focusedBy(act: () => Promise<unknown>, count: number): Promise<string[]> {
    const fields = await this.cardFields()
    await fields.evaluate(RECORD_FOCUS)
    await this.page.evaluate(RECORD_FOCUS)
    await act()
    return vi.waitFor(async () => {
      const inPage = Reached.parse(await this.page.evaluate('window.reached'))
      const inFields = Reached.parse(await fields.evaluate('window.reached'))
      const reached = [...inPage, ...inFields].toSorted(([one], [other]) => one - other)
      if (reached.length < count) throw new Error(`the focus was in ${reached.join('; ')}`)
      return reached.slice(0, count).map(([, name]) => name)
    }, PATIENCE)
  }
}

function find(where: EngineDocument, role: Role, name: string): Promise<Control> {
  return waitFor(() => where.find(role, name), `${role} “${name}”`)
}

function waitFor<Found>(look: () => Promise<Found | undefined>, name: string): Promise<Found> {
  return vi.waitFor(async () => {
    const found = await look()
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }, PATIENCE)
}
