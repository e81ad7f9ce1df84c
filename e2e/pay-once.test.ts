import type { Page, Route } from 'playwright/test'
import { CARDS, type CheckoutPage } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { secondTab, words } from './states.ts'
import { recordDenials } from './record-denials.ts'
import { PROOF } from './proof.ts'

/** Ways to submit the payment more than once. */
const SUBMISSIONS: Record<string, (checkout: CheckoutPage) => Promise<void>> = {
  'a double click': async ({ payButton }) => payButton.dblclick({ noWaitAfter: true }),
  'three clicks in one moment': ({ payButton }) =>
    payButton.evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 3; click++) button.click()
    }),
  'Enter and a click': ({ payButton }) =>
    payButton.evaluate((button: HTMLButtonElement) => {
      button.form?.requestSubmit()
      button.click()
    }),
  'Enter held down': async ({ page, payButton }) => {
    await payButton.focus()
    for (let press = 0; press < 5; press++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  },
}

for (const [way, press] of Object.entries(SUBMISSIONS)) {
  test(`${way} pays once`, async ({ checkout, merchant }) => {
    const session = await merchant.createSession()
    await checkout.open(session)
    await checkout.fillCard(CARDS.success)
    await press(checkout)
    await expect(checkout.paid).toBeVisible()
    await merchant.paidOnce(session)
  })
}

test('S-62: Two tabs that pay at once pay once, and both show it', async ({
  checkout,
  context,
  merchant,
}) => {
  const session = await merchant.createSession()
  const views = [checkout, await secondTab(context)]
  for (const view of views) {
    await view.open(session)
    await view.fillCard(CARDS.success)
  }
  // Resolved beforehand: the second page may change before its click.
  const buttons = await Promise.all(views.map(({ payButton }) => payButton.elementHandle()))
  await Promise.all(buttons.map((button) => button?.evaluate((one: HTMLElement) => one.click())))
  for (const view of views) await expect(view.paid).toBeVisible()
  await merchant.paidOnce(session)
})

test('S-62: Going back after paying shows the receipt, and no form', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.payByCard(CARDS.success)
  await checkout.paid.waitFor()
  await page
    .getByRole('link', { name: /^Back to / })
    .first()
    .click()
  await page.waitForURL(`${merchant.inbox.origin}/ok**`)
  await page.goBack()
  await expect(checkout.paidAlready).toBeVisible()
  await expect(checkout.payButton).toBeHidden()
  await merchant.paidOnce(session)
})

/** Ways to lose the response after the server has processed the request. */
const LOSSES: Record<string, (route: Route) => Promise<void>> = {
  'the connection breaks': (route) => route.abort('connectionreset'),
  'a proxy says 502': (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  'the server says 503': (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'temporarily_unavailable', requestId: 'req_0' },
    }),
}

for (const [loss, lose] of Object.entries(LOSSES)) {
  test(
    `R-40: A payment whose response is lost because ${loss} is polled, and never shown as failed`,
    loss === 'the connection breaks' ? {} : PROOF,
    async ({ checkout, merchant, page }) => {
      const record = await recordDenials(page)
      const session = await merchant.createSession()
      const lost = await loseResponse(page, lose)
      await checkout.open(session)
      await checkout.payByCard(CARDS.success)
      await expect(checkout.checking).toBeVisible()
      await expect(words(page, /Don’t pay again/)).toBeVisible()
      await lost.end()
      await expect(checkout.paid).toBeVisible()
      expect(record.denials).toEqual([])
      await merchant.paidOnce(session)
    },
  )
}

test('R-40: An offline submission says so, is polled, and goes through by itself', async ({
  checkout,
  context,
  merchant,
  page,
}) => {
  const record = await recordDenials(page)
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.fillCard(CARDS.success)
  await context.setOffline(true)
  await expect(words(page, /You’re offline/)).toBeVisible()
  await checkout.pay()
  await expect(checkout.checking).toBeVisible()
  await context.setOffline(false)
  await expect(checkout.paid).toBeVisible()
  expect(record.denials).toEqual([])
  await merchant.paidOnce(session)
})

test('A processor that does not respond is polled', async ({ checkout, merchant, page }) => {
  const record = await recordDenials(page)
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.payByCard(CARDS.silent)
  await expect(checkout.checking).toBeVisible()
  await expect(checkout.paid).toBeVisible()
  expect(record.denials).toEqual([])
  await merchant.paidOnce(session)
})

/** Blocks the responses to payments and to reads of the session; requests still reach the server. */
async function loseResponse(page: Page, lose: (route: Route) => Promise<void>) {
  let isLost = true
  await page.route('**/api/checkout/**', async (route) => {
    if (!isLost) return route.continue()
    const isPayment = route.request().method() === 'POST'
    if (isPayment) await route.fetch()
    await (isPayment ? lose(route) : route.abort())
  })
  return {
    async end() {
      isLost = false
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  }
}
