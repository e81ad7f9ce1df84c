import { vi } from 'vitest'
import { z } from 'zod'
import type { Session } from '../../src/contract/session.ts'
import { CHECKOUT_URL } from '../product.ts'
import type { Control, EngineDocument, EnginePage, Role } from './engine.ts'

const CARD_FRAME = 'Card details'
const CARD = `[...document.querySelectorAll('[autocomplete^=cc-]')].map(({ value }) => value)`
const PATIENCE = { timeout: 30_000, interval: 100 }
const Reached = z.array(z.tuple([z.number(), z.string()]))
const RECORD_FOCUS = `void addEventListener('focusin', ({ target }) => {
  if (target.labels?.[0]) window.reached.push([Date.now(), target.labels[0].innerText])
}, void (window.reached = []))`
const FOCUSED = `((focused) => focused?.labels?.[0]?.innerText ?? focused?.innerText ?? '')(document.activeElement)`

/** A window of an engine with the page's controls by accessible names; waits for elements. */
export class Shopper {
  readonly page: EnginePage

  constructor(page: EnginePage) {
    this.page = page
  }

  async opens(where: Pick<Session, 'url'> | string): Promise<void> {
    await this.page.goTo(typeof where === 'string' ? CHECKOUT_URL + where : where.url)
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
    await (await this.cardField('Expiry date')).type('1234')
    await (await this.cardField('Security code')).type('123')
    await (await this.cardField('Name on card')).type('ANA SOUZA')
  }

  async paysByCard(number: string): Promise<void> {
    await this.fillsCard(number)
    await this.presses('Pay R$259.90')
  }

  async paysByBoleto(): Promise<void> {
    await this.chooses('Boleto')
    await this.fills('Full name', 'Ana Souza')
    await this.fills('CPF or CNPJ', '52998224725')
    await this.presses('Pay R$259.90')
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

  /** The labels of the controls that Tab reaches from the card's radio button, in order. */
  async walksFromCard(steps: number): Promise<string[]> {
    const fields = await this.cardFields()
    await fields.evaluate(RECORD_FOCUS)
    await this.page.evaluate(RECORD_FOCUS)
    await this.chooses('Card')
    await this.page.evaluate('void (window.reached.length = 0)')
    // No reads in between: a driver may move the focus into the document that it reads.
    for (let step = 0; step < steps; step++) await this.page.press('Tab')
    await this.until('window.reached.length > 0')
    const inPage = Reached.parse(await this.page.evaluate('window.reached'))
    const inFields = Reached.parse(await fields.evaluate('window.reached'))
    return [...inFields, ...inPage]
      .toSorted(([one], [other]) => one - other)
      .map(([, label]) => label)
  }

  /** The label or text of the focused element. */
  async focused(): Promise<unknown> {
    const focused = await this.page.evaluate(FOCUSED)
    if (focused !== '') return focused
    return (await this.cardFields()).evaluate(FOCUSED)
  }
}

function find(where: EngineDocument, role: Role, name: string): Promise<Control> {
  return vi.waitFor(async () => {
    const control = await where.find(role, name)
    if (control === undefined) throw new Error(`no ${role} “${name}”`)
    return control
  }, PATIENCE)
}
