import type { Page } from 'playwright/test'
import { CARDS } from '#client/testing/index.ts'
import { axeFor } from './appearance.ts'
import { expect, test } from './fixtures.ts'

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }
const INTEREST = /^Interest\s*12 installments, 1\.99% a month\s*R\$34\.94$/

const order = (page: Page) => page.getByRole('region', { name: 'Order' })
const due = (page: Page) => order(page).locator('.total')
const list = (page: Page) => page.getByRole('group', { name: /^Installments/ })
const sums = (page: Page) => order(page).locator('.sum')

/** The sum of layout shifts, those by a shopper's own input included. */
function measureShifts(page: Page): Promise<() => Promise<number>> {
  return page
    .evaluate(() => {
      Object.assign(globalThis, { shifts: 0 })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) {
          const { shifts } = globalThis as unknown as { shifts: number }
          const { value } = entry as unknown as { value: number }
          Object.assign(globalThis, { shifts: shifts + value })
        }
      }).observe({ type: 'layout-shift' })
    })
    .then(() => () => page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts))
}

async function choose(page: Page, name: RegExp) {
  await list(page).locator('summary').click()
  await list(page).locator('.plan', { hasText: name }).click()
  await expect(list(page).locator('summary')).toHaveText(name)
}

test('F-16: Twelve installments with interest: header, order, button and receipt show one total', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({ installments: PLANS })
  await checkout.open(session)
  await expect(due(page)).toHaveText('R$259.90')
  await expect(list(page)).toContainText(/up to 3 × R\$86\.6\d interest-free · then 1\.99% a month/)
  await choose(page, /^12 × R\$24\.57 R\$294\.84 with interest$/)

  await expect(due(page)).toHaveText('R$294.84')
  await expect(sums(page).nth(-2)).toHaveText(INTEREST)
  await expect(sums(page).last()).toHaveText(/^Total\s*R\$294\.84$/)
  await expect(checkout.payButton).toHaveText('Pay R$294.84')
  await expect(page).toHaveTitle(/R\$294\.84/)

  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  const { payment } = await merchant.client.sessions.get(session.id)
  expect(payment).toMatchObject({ installments: 12, amount: 29_484, interest: 3_494 })

  await expect(due(page)).toHaveText('R$294.84')
  await expect(sums(page).nth(-2)).toHaveText(INTEREST)
  await expect(sums(page).last()).toHaveText(/^Total\s*R\$294\.84$/)
  const receipt = page.getByRole('main')
  await expect(receipt.getByText('12 installments, 1.99% a month')).toBeVisible()
  await expect(receipt.getByText('R$34.94', { exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(sums(page).nth(-2)).toBeVisible()
  await expect(sums(page).nth(-2)).toHaveText(INTEREST)
})

test('Another method shows the plain total again, and so does a plan without interest', async ({
  checkout,
  merchant,
  page,
}) => {
  await checkout.open(await merchant.createSession({ installments: PLANS }))
  await choose(page, /^12 ×/)
  await expect(due(page)).toHaveText('R$294.84')
  await page.getByRole('radio', { name: 'Pix' }).check()
  await expect(due(page)).toHaveText('R$259.90')
  await expect(sums(page)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Card' }).check()
  await expect(due(page)).toHaveText('R$294.84')
  await choose(page, /^R\$86\.64 \+ 2 × R\$86\.63 interest-free$/)
  await expect(due(page)).toHaveText('R$259.90')
  await expect(sums(page)).toHaveCount(0)
})

test('Installments are chosen by keyboard alone, and the list moves nothing', async ({
  checkout,
  merchant,
  page,
}) => {
  await checkout.open(await merchant.createSession({ installments: PLANS }))
  const shifts = await measureShifts(page)
  const shown = list(page).locator('summary')
  await shown.focus()
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('radio', { name: /^Pay in full/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(due(page)).toHaveText('R$294.84')
  await expect(list(page).getByRole('radio', { name: /^12 ×/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown).toBeFocused()
  await expect(list(page).getByRole('radio')).toHaveCount(0)
  await expect(checkout.payButton).toBeEnabled()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(list(page).getByRole('radio')).toHaveCount(0)
  await expect(due(page)).toHaveText('R$294.84')
  expect(await shifts()).toBe(0)
})

test('A plan is 44 pixels high on a phone, and the list has no accessibility violations', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await checkout.open(await merchant.createSession({ installments: PLANS }))
  await list(page).locator('summary').click()
  for (const plan of await list(page).locator('.plan').all()) {
    const box = await plan.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  const { violations } = await axeFor(page, 'light').analyze()
  expect(violations).toEqual([])
})

for (const size of [
  { width: 390, height: 664 },
  { width: 360, height: 480 },
  { width: 1366, height: 625 },
  { width: 1440, height: 789 },
])
  test(`The open list stays within a window of ${size.width}×${size.height}`, async ({
    checkout,
    merchant,
    page,
  }) => {
    await page.setViewportSize(size)
    await checkout.open(await merchant.createSession({ installments: PLANS }))
    const summary = list(page).locator('summary')
    for (const block of ['end', 'start', 'center'] as const) {
      await summary.evaluate((element, block) => element.scrollIntoView({ block }), block)
      const scrolled = await page.evaluate(() => scrollY)
      await summary.dispatchEvent('click')
      const unfolded = page.locator('.plan-list')
      await expect(unfolded).toBeInViewport({ ratio: 1 })
      await expect(unfolded.locator(':checked')).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => scrollY)).toBe(scrolled)
      const isOnTop = await unfolded
        .locator('.plan')
        .last()
        .evaluate((plan) => {
          plan.scrollIntoView({ block: 'nearest' })
          const { left, top, width, height } = plan.getBoundingClientRect()
          return plan.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
      expect(isOnTop).toBe(true)
      await page.keyboard.press('Escape')
    }
  })

test('Without JavaScript a declined plan with interest changes no total', async ({
  browser,
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({ installments: PLANS })
  await checkout.open(session)
  await choose(page, /^12 ×/)
  await checkout.payByCard(CARDS.insufficientFunds)
  await expect(page.getByRole('alert').getByText('Insufficient funds')).toBeVisible()
  await page.reload()
  await expect(due(page)).toHaveText(/^R\$294\.84/)

  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' })
  const plain = await context.newPage()
  await plain.goto(session.url)
  await expect(order(plain).getByText('R$294.84').first()).toBeHidden()
  // Playwright's own texts skip `noscript`.
  expect(await due(plain).innerText()).toBe('R$259.90')
  await expect(sums(plain).filter({ hasText: 'Interest' })).toBeHidden()
  await context.close()
})
