import type { FrameLocator, Page } from 'playwright/test'
import { expect, test as base } from 'playwright/test'
import type { FromFrame, ToFrame } from '#page/card-frame/protocol.ts'
import { type CardFrameHost, openCardFrameHost } from './card-frame-host.ts'

export interface HostWindow extends Window {
  messages: FromFrame[]
  port: MessagePort
}

/** The card's frame by its accessible names, and the messages to its host page. */
export class CardFrame {
  readonly page: Page
  readonly frame: FrameLocator

  constructor(page: Page) {
    this.page = page
    this.frame = page.frameLocator('iframe')
  }

  field(name: string) {
    return this.frame.getByLabel(name, { exact: true })
  }

  get number() {
    return this.field('Card number')
  }
  get expiry() {
    return this.field('Expiry date')
  }
  get code() {
    return this.field('Security code')
  }
  get name() {
    return this.field('Name on card')
  }

  async fill(number = '4242 4242 4242 4242', code = '123') {
    await this.number.fill(number)
    await this.expiry.fill('12 / 34')
    await this.code.fill(code)
    await this.name.fill('ANA ÇALIŞKAN')
  }

  /** Asks for an envelope, by default for one installment. */
  seal(id: number, request: { installments?: number; idempotencyKey?: string } = {}) {
    return this.ask({ type: 'seal', id, installments: 1, idempotencyKey: `key-${id}`, ...request })
  }

  async ask(message: ToFrame | object) {
    await this.page.evaluate((asked) => {
      const { port } = window as unknown as HostWindow
      port.postMessage(asked)
    }, message)
  }

  async messages(): Promise<FromFrame[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).messages)
  }

  /** Waits for a message of a type. */
  async waitFor<Type extends FromFrame['type']>(type: Type) {
    const found = async () => (await this.messages()).findLast((message) => message.type === type)
    await expect.poll(found).toBeDefined()
    return (await found()) as Extract<FromFrame, { type: Type }>
  }
}

export const test = base.extend<{ card: CardFrame }, { host: CardFrameHost }>({
  host: [
    async ({ playwright: _playwright }, use) => {
      const host = await openCardFrameHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  card: async ({ page, host }, use) => {
    await page.goto(host.pageUrl())
    const card = new CardFrame(page)
    await card.waitFor('state')
    await use(card)
  },
})

export { expect }
