import { vi } from 'vitest'
import type { Session } from '../../src/contract/session.ts'
import { CHECKOUT_URL } from '../product.ts'
import type { Control, EngineDocument, EnginePage, Role } from './engine.ts'

const CARD_FRAME = 'Card details'
const PATIENCE = { timeout: 30_000, interval: 100 }
const FOCUSED = `((focused) => focused?.labels?.[0]?.innerText ?? focused?.innerText ?? '')(document.activeElement)`

/** Somebody at a window of an engine, who knows the page by its accessible names and waits for what comes. */
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

  /** Waits until an expression is true in the page. */
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

  /** Where the card is typed: the card's frame, or the page where it has none. */
  async cardFields(): Promise<EngineDocument> {
    await this.sees('radio', 'Card')
    return (await this.page.frame(CARD_FRAME)) ?? this.page
  }

  /** The label of the field, or the text of the button, that has the focus. */
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
