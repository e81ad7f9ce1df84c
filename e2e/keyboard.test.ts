import type { Frame, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { NEVER_PAID } from './states.ts'

const TABS_MAX = 40

interface Focused {
  name: string
  isSeen: boolean
}

/** The accessible name of the focused element, in any frame. */
async function focused(page: Page): Promise<Focused> {
  const found = await Promise.all(page.frames().map(focusedIn))
  return found.find((one) => one !== null) ?? { name: '', isSeen: false }
}

async function focusedIn(frame: Frame): Promise<Focused | null> {
  try {
    return await readFocused(frame)
  } catch (error) {
    // The card frame is removed with the paid form.
    if (frame.isDetached()) return null
    throw error
  }
}

function readFocused(frame: Frame): Promise<Focused | null> {
  return frame.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || !document.hasFocus()) return null
    if (element === document.body || element instanceof HTMLIFrameElement) return null
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const [label] = labels
    const outlines = [
      getComputedStyle(element),
      ...(label ? [getComputedStyle(label, '::after')] : []),
    ]
    const text = label?.textContent ?? element.textContent ?? ''
    return {
      name: (element.ariaLabel ?? text).trim(),
      isSeen: outlines.some(
        ({ outlineStyle, outlineWidth }) =>
          outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      ),
    }
  })
}

/** Presses Tab until an element of this name has the focus; every element on the way must show a focus indicator. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = []
  for (let tab = 0; tab < TABS_MAX; tab++) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (now.name !== '') expect(now, 'has a visible focus').toMatchObject({ isSeen: true })
    if (name.test(now.name)) return passed
    passed.push(now.name)
  }
  throw new Error(`${name} cannot be reached; on the way: ${passed.join(', ')}`)
}

async function backToShop(page: Page, origin: string) {
  await tabTo(page, /^Back to Norte Livros\d*$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`^${origin}/ok`))
}

test("A card is paid by keyboard alone, from the first Tab to the merchant's page", async ({
  checkout,
  merchant,
  page,
}) => {
  await checkout.open(await merchant.createSession())
  await expect(checkout.payButton).toBeEnabled()
  await tabTo(page, /^Email$/)
  await page.keyboard.type('ana@example.com')
  expect(await tabTo(page, /^Card$/)).toEqual([])
  await tabTo(page, /^Card number$/)
  await page.keyboard.type('4242424242424242')
  await tabTo(page, /^Expiry date$/)
  await page.keyboard.type('1234')
  await tabTo(page, /^Security code$/)
  await page.keyboard.type('123')
  expect(await tabTo(page, /^Name on card$/)).toEqual([])
  await page.keyboard.type('ANA SOUZA')
  expect(await tabTo(page, /^Pay R\$/)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(checkout.paid).toBeFocused()
  await backToShop(page, merchant.inbox.origin)
})

test('A Pix is chosen by arrow keys, shown, and replaced by a boleto by keyboard alone', async ({
  checkout,
  merchant,
  page,
}) => {
  await checkout.open(await merchant.createSession(NEVER_PAID))
  await expect(checkout.payButton).toBeEnabled()
  await tabTo(page, /^Card$/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^Get Pix code$/)
  await page.keyboard.press('Space')
  await expect(checkout.heading).toHaveText('Pay with Pix')
  await expect(checkout.heading).toBeFocused()
  await tabTo(page, /^Copy Pix code$/)
  await tabTo(page, /^Pay another way$/)
  await page.keyboard.press('Enter')

  await expect(checkout.heading).toHaveText('Pay with')
  await expect(checkout.heading).toBeFocused()
  await tabTo(page, /^Pix$/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^Full name$/)
  await page.keyboard.type('Ana Souza')
  await tabTo(page, /^CPF or CNPJ$/)
  await page.keyboard.type('52998224725')
  await tabTo(page, /^Get boleto$/)
  await tabTo(page, /^Email$/, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('succeed_immediately@example.com')
  await page.keyboard.press('Enter')
  await expect(checkout.paid).toBeFocused()
  await backToShop(page, merchant.inbox.origin)
})

test('The order, the languages and the test values open by keyboard on a phone', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await checkout.open(await merchant.createSession())
  await expect(checkout.payButton).toBeEnabled()
  for (const summary of [/^Order details$/, /^Test cards and emails$/, /Language/]) {
    await tabTo(page, summary)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('A Hora da Estrela')).toBeVisible()
  await expect(page.getByText('4000 5040 0000 0003')).toBeVisible()
  await tabTo(page, /^Español$/)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})
