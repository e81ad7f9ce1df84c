import { AxeBuilder } from '@axe-core/playwright'
import { type CardFrame, expect, test } from './card-frame-fixtures.ts'

/** Rules for whole documents do not apply to a frame. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region']

test.describe('Fields of the card', () => {
  test('group the number during typing, and keep the caret', async ({ card, page }) => {
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

  test('accept pasted text in any format', async ({ card }) => {
    await card.number.fill(' 4242-4242-4242-4242 ')
    await expect(card.number).toHaveValue('4242 4242 4242 4242')
    await card.expiry.fill('12/2034')
    await expect(card.expiry).toHaveValue('12 / 2034')
    await card.expiry.fill('1/34')
    await expect(card.expiry).toHaveValue('01 / 34')
    await card.expiry.fill('2030-01')
    await expect(card.expiry).toHaveValue('01 / 30')
    await card.expiry.fill('')
    await card.expiry.pressSequentially('2027-11')
    await expect(card.expiry).toHaveValue('11 / 27')
    await card.code.fill('1a2b3')
    await expect(card.code).toHaveValue('123')
  })

  test('show the brand, and group American Express numbers its own way', async ({ card }) => {
    const height = await bodyHeight(card)
    await card.number.fill('4')
    await expect(card.frame.getByText('Visa', { exact: true })).toBeAttached()
    await expect(card.code).toHaveAttribute('placeholder', '3 digits')
    await card.number.fill('378282246310005')
    await expect(card.number).toHaveValue('3782 822463 10005')
    await expect(card.frame.getByText('American Express')).toBeAttached()
    await expect(card.code).toHaveAttribute('placeholder', '4 digits')
    await expect(card.code).toHaveAccessibleDescription('4 digits on the front of the card')
    await expect(card.frame.locator('svg .front')).toBeVisible()
    expect(await bodyHeight(card)).toBe(height)
    await card.seal(1)
    await card.waitFor('faulty')
    await expect(card.code).toHaveAccessibleDescription(
      'Enter the security code. 4 digits on the front of the card',
    )
    await card.code.fill('12345')
    await expect(card.code).toHaveValue('1234')
    expect(await card.waitFor('state')).toMatchObject({ brand: 'amex', isEmpty: false })
    await card.number.fill('4')
    await expect(card.code).toHaveAccessibleDescription('')
  })

  test('keep the focus in a number that is complete', async ({ card }) => {
    await card.number.pressSequentially('4242424242424242')
    await expect(card.number).toBeFocused()
  })

  test('S-66: have autofill and keyboard attributes', async ({ card }) => {
    for (const [field, autocomplete, id] of [
      [card.number, 'cc-number', 'card-number'],
      [card.expiry, 'cc-exp', 'card-expiry'],
      [card.code, 'cc-csc', 'card-code'],
      [card.name, 'cc-name', 'card-name'],
    ] as const) {
      await expect(field).toHaveAttribute('autocomplete', autocomplete)
      await expect(field).toHaveAttribute('name', id)
      await expect(field).toHaveJSProperty('type', 'text')
    }
    for (const field of [card.number, card.expiry, card.code])
      await expect(field).toHaveAttribute('inputmode', 'numeric')
  })

  test('keep a month that does not exist, and say so', async ({ card }) => {
    await card.expiry.pressSequentially('13/30')
    await expect(card.expiry).toHaveValue('13 / 30')
    await card.expiry.blur()
    const description = 'Enter a month from 01 to 12, like 08 / 29.'
    await expect(card.expiry).toHaveAccessibleDescription(description)
    await card.expiry.fill('')
    await card.expiry.pressSequentially('00/30')
    await expect(card.expiry).toHaveAccessibleDescription(description)
    await card.expiry.press('End')
    for (let presses = 0; presses < 5; presses++) await card.expiry.press('Backspace')
    await expect(card.expiry).toHaveValue('')
    await card.expiry.pressSequentially('134')
    await expect(card.expiry).toHaveValue('01 / 34')
  })

  test('show a code that is being paid with as dots, until the response', async ({ card }) => {
    await card.fill('378282246310005', '1234')
    for (const type of ['paying', 'forget-code']) await card.ask({ type })
    await expect(card.code).toHaveValue('')
    await expect(card.code).toHaveAttribute('placeholder', '••••')
    await card.ask({ type: 'show', faults: { 'card-code': 'again' } })
    await expect(card.code).toHaveAttribute('placeholder', '4 digits')

    await card.code.fill('1234')
    for (const type of ['paying', 'forget-code']) await card.ask({ type })
    await expect(card.code).toHaveAttribute('placeholder', '••••')
    await card.code.fill('1')
    await card.code.fill('')
    await expect(card.code).toHaveAttribute('placeholder', '4 digits')
  })

  test('show an error on blur, and remove it once it is fixed', async ({ card }) => {
    await card.number.pressSequentially('4242 4242 4242 4241')
    await expect(card.number).toHaveAttribute('aria-invalid', 'false')
    await card.expiry.focus()
    await expect(card.number).toHaveAttribute('aria-invalid', 'true')
    await expect(card.number).toHaveAccessibleDescription('Check the card number.')
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

  test('are in the tab order of the page', async ({ card, page }) => {
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

  test.describe('on a touch keyboard', () => {
    test.use({ hasTouch: true, isMobile: true })

    test('name what Enter does: the next field, and at last to pay', async ({ card, page }) => {
      await card.number.focus()
      for (const next of [card.expiry, card.code, card.name]) {
        await expect(page.frameLocator('iframe').locator(':focus')).toHaveAttribute(
          'enterkeyhint',
          'next',
        )
        await page.keyboard.press('Enter')
        await expect(next).toBeFocused()
      }
      await expect(card.name).toHaveAttribute('enterkeyhint', 'go')
      await page.keyboard.press('Enter')
      await card.waitFor('submit')
    })
  })

  test('send their height, autofocus and submission to the page', async ({ card, page }) => {
    await card.ask({ type: 'focus', field: 'card-code' })
    await expect(card.code).toBeFocused()
    await page.keyboard.press('Enter')
    await card.waitFor('submit')

    const { px } = await card.waitFor('height')
    await card.seal(1)
    await card.waitFor('faulty')
    await expect.poll(async () => (await card.waitFor('height')).px).toBeGreaterThan(px)
    const inner = await card.number.evaluate(() => document.documentElement.scrollHeight)
    expect((await card.waitFor('height')).px).toBe(inner)
  })

  test('are right-to-left in such languages, except for digits', async ({ page, host }) => {
    await page.goto(host.pageUrl('ar'))
    const frame = page.frameLocator('iframe')
    const name = frame.getByLabel('الاسم على البطاقة')
    await expect(name).toHaveCSS('direction', 'rtl')
    const number = frame.getByLabel('رقم البطاقة')
    await number.fill('4242424242424242')
    await number.blur()
    for (const field of [
      number,
      ...['#card-expiry', '#card-code'].map((id) => frame.locator(id)),
    ]) {
      await expect(field).toHaveCSS('direction', 'ltr')
      await expect(field).toHaveCSS('text-align', 'right')
    }
    for (const mark of ['#brand', '#card-code + .inside']) {
      const control = frame.locator('.control').filter({ has: frame.locator(mark) })
      const [outer, inner] = [await control.boundingBox(), await frame.locator(mark).boundingBox()]
      if (outer === null || inner === null) throw new Error(`no ${mark}`)
      expect(inner.x - outer.x).toBe(12)
      await expect(control.getByRole('textbox')).toHaveCSS('padding-left', '52px')
    }
  })

  test("take the merchant's look, and nothing else from the address", async ({ page, host }) => {
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

  for (const [colorScheme, ground] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(20, 23, 29)'],
  ] as const)
    test(`have the page's background and no axe violations, ${colorScheme}`, async ({
      card,
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await card.seal(1)
      await card.waitFor('faulty')
      await expect(card.frame.locator('body')).toHaveCSS('background-color', ground)
      const frame = page.frames()[1]
      const schemes = () => getComputedStyle(document.documentElement).colorScheme
      expect(await frame?.evaluate(schemes)).toBe('light dark')
      const { violations } = await new AxeBuilder({ page })
        .include('iframe')
        .disableRules(OF_WHOLE_PAGES)
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    })

  test('are 44 pixels high with 16-pixel text, so that phones do not zoom', async ({ card }) => {
    for (const field of [card.number, card.expiry, card.code, card.name]) {
      await expect(field).toHaveCSS('font-size', '16px')
      expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

function bodyHeight({ number }: CardFrame): Promise<number> {
  return number.evaluate(() => document.body.getBoundingClientRect().height)
}
