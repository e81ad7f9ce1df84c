import { AxeBuilder } from '@axe-core/playwright'
import type { FrameLocator, Page } from 'playwright/test'
import { expect, test as base } from 'playwright/test'
import type { FromFrame, ToFrame } from '../src/fields/protocol.ts'
import { type CardFrameHost, openCardFrameHost } from './card-frame-host.ts'

interface HostWindow extends Window {
  heard: FromFrame[]
  port: MessagePort
}

/** The card's frame by its accessible names, and what the page around it hears. */
class CardFrame {
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

  async ask(message: ToFrame | object) {
    await this.page.evaluate((asked) => {
      const { port } = window as unknown as HostWindow
      port.postMessage(asked)
    }, message)
  }

  async heard(): Promise<FromFrame[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).heard)
  }

  /** The next message of a kind. */
  async told<Type extends FromFrame['type']>(type: Type) {
    const found = async () => (await this.heard()).findLast((message) => message.type === type)
    await expect.poll(found).toBeDefined()
    return (await found()) as Extract<FromFrame, { type: Type }>
  }
}

const test = base.extend<{ card: CardFrame }, { host: CardFrameHost }>({
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
    await card.told('state')
    await use(card)
  },
})

test.describe('Fields of the card', () => {
  test('group the number as it is typed, and keep the caret', async ({ card, page }) => {
    await card.number.pressSequentially('42424242')
    await expect(card.number).toHaveValue('4242 4242')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('19')
    await expect(card.number).toHaveValue('4242 1942 42')
    expect(await card.number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(card.number).toHaveValue('4244 242')
  })

  test('take what is pasted in any form', async ({ card }) => {
    await card.number.fill(' 4242-4242-4242-4242 ')
    await expect(card.number).toHaveValue('4242 4242 4242 4242')
    await card.expiry.fill('12/2034')
    await expect(card.expiry).toHaveValue('12 / 2034')
    await card.expiry.fill('1/34')
    await expect(card.expiry).toHaveValue('01 / 34')
    await card.code.fill('1a2b3')
    await expect(card.code).toHaveValue('123')
  })

  test('show the brand, and American Express its own way', async ({ card }) => {
    await card.number.fill('4')
    await expect(card.frame.getByText('Visa', { exact: true })).toBeAttached()
    await expect(card.code).toHaveAttribute('placeholder', '3 digits')
    await card.number.fill('378282246310005')
    await expect(card.number).toHaveValue('3782 822463 10005')
    await expect(card.frame.getByText('American Express')).toBeAttached()
    await expect(card.code).toHaveAttribute('placeholder', '4 digits')
    await expect(card.frame.getByText('4 digits on the front of the card')).toBeVisible()
    await card.code.fill('12345')
    await expect(card.code).toHaveValue('1234')
    expect(await card.told('state')).toMatchObject({ brand: 'amex', isEmpty: false })
  })

  test('S-66: are known to browsers that fill them, and to keyboards', async ({ card }) => {
    for (const [field, autocomplete, id] of [
      [card.number, 'cc-number', 'card-number'],
      [card.expiry, 'cc-exp', 'card-expiry'],
      [card.code, 'cc-csc', 'card-code'],
      [card.name, 'cc-name', 'card-name'],
    ] as const) {
      await expect(field).toHaveAttribute('autocomplete', autocomplete)
      await expect(field).toHaveAttribute('name', id)
      await expect(field).toHaveAttribute('type', 'text')
    }
    for (const field of [card.number, card.expiry, card.code])
      await expect(field).toHaveAttribute('inputmode', 'numeric')
  })

  test('say what is wrong when they are left, and no longer than it is', async ({ card }) => {
    await card.number.pressSequentially('4242 4242 4242 4241')
    await expect(card.number).toHaveAttribute('aria-invalid', 'false')
    await card.expiry.focus()
    await expect(card.number).toHaveAttribute('aria-invalid', 'true')
    await expect(card.number).toHaveAccessibleDescription(
      'This card number is not right. Check its digits.',
    )
    await card.number.press('End')
    await card.number.press('Backspace')
    await expect(card.number).toHaveAttribute('aria-invalid', 'true')
    await card.number.press('2')
    await expect(card.number).toHaveAttribute('aria-invalid', 'false')
    await expect(card.number).toHaveAccessibleDescription('')

    await card.expiry.fill('10 / 26')
    await card.code.focus()
    await expect(card.expiry).toHaveAccessibleDescription('This card has expired. Use another one.')
    await card.expiry.fill('11 / 26')
    await expect(card.expiry).toHaveAttribute('aria-invalid', 'false')
    await card.code.fill('')
    await card.name.focus()
    await expect(card.code).toHaveAttribute('aria-invalid', 'false')
  })

  test('are passed with the tab key between what stands before and after', async ({
    card,
    page,
  }) => {
    await page.getByRole('button', { name: 'Before' }).focus()
    for (const field of [card.number, card.expiry, card.code, card.name]) {
      await page.keyboard.press('Tab')
      await expect(field).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'After' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(card.name).toBeFocused()
  })

  test('ask the page for its height, for the caret and to be sent', async ({ card, page }) => {
    await card.ask({ type: 'focus', field: 'card-code' })
    await expect(card.code).toBeFocused()
    await page.keyboard.press('Enter')
    await card.told('submit')

    const { px } = await card.told('height')
    await card.ask({ type: 'seal', id: 1 })
    await card.told('faulty')
    await expect.poll(async () => (await card.told('height')).px).toBeGreaterThan(px)
    const inner = await card.number.evaluate(() => document.documentElement.scrollHeight)
    expect((await card.told('height')).px).toBe(inner)
  })

  test('write from right to left where people do, and digits never', async ({ page, host }) => {
    await page.goto(host.pageUrl('ar'))
    const frame = page.frameLocator('iframe')
    const name = frame.getByLabel('الاسم على البطاقة')
    await expect(name).toHaveCSS('direction', 'rtl')
    await expect(frame.getByLabel('رقم البطاقة')).toHaveCSS('direction', 'ltr')
  })

  test('take the look of the merchant, and nothing else from their address', async ({
    page,
    host,
  }) => {
    const frame = page.frameLocator('iframe')
    const number = frame.getByLabel('Card number')
    await page.goto(host.pageUrl('en', 'accent=%23aa0033&accentDark=%23ff88aa&radius=20'))
    await number.focus()
    await expect(number).toHaveCSS('outline-color', 'rgb(170, 0, 51)')
    await expect(number).toHaveCSS('border-radius', '20px')

    await page.goto(host.pageUrl('en', 'accent=red;}&accentDark=url(x)&radius=25&key=%7B%7D'))
    await number.focus()
    await expect(number).toHaveCSS('outline-color', 'rgb(27, 77, 255)')
    await expect(number).toHaveCSS('border-radius', '10px')
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`have no ground of their own and nothing for axe to report, ${colorScheme}`, async ({
      card,
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await card.ask({ type: 'seal', id: 1 })
      await card.told('faulty')
      await expect(card.frame.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      const frame = page.frames()[1]
      const schemes = () => getComputedStyle(document.documentElement).colorScheme
      expect(await frame?.evaluate(schemes)).toBe('light dark')
      const { violations } = await new AxeBuilder({ page }).include('iframe').analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    })

  test('are 44 pixels high and of 16-pixel text, so that phones do not zoom', async ({ card }) => {
    for (const field of [card.number, card.expiry, card.code, card.name]) {
      await expect(field).toHaveCSS('font-size', '16px')
      expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

test.describe('A card', () => {
  test('S-51: reaches the processor whole, and the page as ciphertext, brand and last four', async ({
    card,
    host,
  }) => {
    await card.fill()
    await card.ask({ type: 'seal', id: 7 })
    const { encrypted, ...rest } = await card.told('sealed')
    expect(rest).toEqual({ type: 'sealed', id: 7, brand: 'visa', lastFour: '4242' })
    expect(await host.open(encrypted)).toEqual({
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2034,
      securityCode: '123',
      name: 'ANA ÇALIŞKAN',
    })
  })

  test('S-51 S-65: is in nothing that the page hears or can reach', async ({ card, page }) => {
    await card.fill('4000 0566 5566 5556', '987')
    await card.ask({ type: 'seal', id: 1 })
    await card.told('sealed')
    await card.ask({ type: 'show', faults: { 'card-code': 'again' } })
    const heard = await card.heard()
    const all = JSON.stringify(heard.map((message) => ({ ...message, encrypted: '' })))
    for (const secret of ['4000', '0566', '400005665566', '987', '12 / 34', '1234', 'ANA', '2034'])
      expect(all).not.toContain(secret)
    expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument)).toBeNull()
    const reached = await page.evaluate(() => {
      try {
        return String(window.frames[0]?.document.title)
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(reached).toBe('SecurityError')
    const stored = await page
      .frames()[1]
      ?.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await indexedDB.databases()).length,
      ])
    expect(stored).toEqual([0, 0, '', 0])
  })

  test('with a fault is not encrypted', async ({ card }) => {
    await card.number.fill('4242 4242 4242 4241')
    await card.ask({ type: 'seal', id: 3 })
    expect(await card.told('faulty')).toEqual({
      type: 'faulty',
      id: 3,
      faults: {
        'card-number': 'wrong',
        'card-expiry': 'missing',
        'card-code': 'missing',
        'card-name': 'missing',
      },
    })
    await expect(card.code).toHaveAccessibleDescription('Enter the security code.')
    expect((await card.heard()).some(({ type }) => type === 'sealed')).toBe(false)
  })

  test('S-66: loses its code when it was used and when the page is left', async ({
    card,
    page,
    host,
  }) => {
    await card.fill()
    await card.ask({ type: 'forget-code' })
    await expect(card.code).toHaveValue('')
    await expect(card.number).toHaveValue('4242 4242 4242 4242')

    await card.code.fill('123')
    await page.goto(`${host.fieldsUrl}/elsewhere`)
    await page.goBack()
    await expect(card.number).toBeVisible()
    await expect(card.code).toHaveValue('')
  })
})

test.describe('S-51: the frame', () => {
  test('ignores whoever is not on its port, and what is not of the protocol', async ({
    card,
    page,
  }) => {
    await card.fill()
    const before = await card.heard()
    await page.evaluate(() => {
      const frame = window.frames[0]
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', ({ data }) => {
        ;(window as unknown as HostWindow).heard.push(data)
      })
      port1.start()
      frame?.postMessage({ type: 'seal', id: 1 }, '*')
      frame?.postMessage({ type: 'card-frame-ready' }, '*', [port2])
      frame?.postMessage({ type: 'forget-code' }, '*')
      port1.postMessage({ type: 'seal', id: 2 })
    })
    const odd = [{ type: 'seal' }, { type: 'seal', id: '1' }, { type: 'focus', field: 'email' }]
    for (const message of [...odd, { type: 'read' }, { type: 'show', faults: { email: 'wrong' } }])
      await card.ask(message)
    // The port keeps the order: once this is answered, the others have been read.
    await card.ask({ type: 'seal', id: 9 })
    expect((await card.told('sealed')).id).toBe(9)
    expect(await card.heard()).toHaveLength(before.length + 1)
    await expect(card.code).toHaveValue('123')
  })

  test('is not shown in the page of anybody else', async ({ page, host }) => {
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    )
    await page.goto(host.strangerUrl)
    await refused
    await expect(page.frameLocator('iframe').getByLabel('Card number')).toHaveCount(0)
  })

  test('S-49: reaches nobody, even with a stranger in it', async ({ card, page, host }) => {
    await card.fill()
    const frame = page.frames()[1]
    const failed = await frame?.evaluate(async () => {
      const url = `${location.origin}/leak`
      const refused = new Set<string>()
      Object.assign(window, { refused })
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        refused.add(effectiveDirective)
      })
      new Image().src = url
      navigator.sendBeacon(url, 'card')
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href: url })
      const style = document.createElement('style')
      style.textContent = `body { background: url(${url}) }`
      const inner = document.createElement('iframe')
      inner.src = url
      document.head.append(link, style, inner)
      const form = document.querySelector('form')
      form?.setAttribute('method', 'post')
      form?.setAttribute('action', url)
      form?.submit()
      const asked = await Promise.allSettled([fetch(url), fetch('https://evil.example/')])
      return asked.map(({ status }) => status)
    })
    expect(failed).toEqual(['rejected', 'rejected'])
    const refused = () =>
      frame?.evaluate(() => [...(window as unknown as { refused: Set<string> }).refused].toSorted())
    await expect
      .poll(refused)
      .toEqual(['connect-src', 'form-action', 'frame-src', 'img-src', 'style-src-elem'])
    const ran = await frame?.evaluate(() => {
      try {
        const script = document.createElement('script')
        script.text = 'window.ran = true'
        document.head.append(script)
      } catch (error) {
        return (error as Error).name
      }
      return 'ran' in window
    })
    expect(ran).toBe('TypeError')
    expect(host.asked).not.toContain('/leak')
  })

  test('makes one request, and its own script breaks no rule of its policy', async ({
    page,
    host,
  }) => {
    const requests: string[] = []
    const said: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => said.push(message.text()))
    await page.goto(host.pageUrl())
    const card = new CardFrame(page)
    await card.fill()
    await card.ask({ type: 'seal', id: 1 })
    await card.told('sealed')
    expect(requests.filter((url) => url.startsWith(host.fieldsUrl))).toHaveLength(1)
    expect(said).toEqual([])
  })
})
