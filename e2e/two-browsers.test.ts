import { chromium, type Page } from 'playwright/test'
import { CHROMIUM } from '#proof/testing/chromium.ts'
import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { secondDevice } from './states.ts'

const TYPED = ['victim@example.com', '5555 5555 5555 4444', '12 / 34', 'ANA SOUZA']

test('S-54: input in one browser is not visible in another with the same link', async ({
  browser,
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  const other = await secondDevice(browser)
  await other.open(session)
  await checkout.open(session)
  await page.getByLabel(/^Email/).fill('victim@example.com')
  await checkout.fillCard('5555 5555 5555 4444')
  const own = await allIn(page)
  for (const secret of TYPED) expect(own).toContain(secret)

  const seen = await allIn(other.page)
  await other.page.reload()
  await expect(other.payButton).toBeEnabled()
  const seenAgain = await allIn(other.page)
  for (const secret of TYPED) {
    expect(seen).not.toContain(secret)
    expect(seenAgain).not.toContain(secret)
  }
  await other.page.context().close()
})

test('S-112: input of a declined payment is not visible in another browser, nor in its form without script', async ({
  browser,
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await page.getByLabel(/^Email/).fill('victim@example.com')
  await checkout.payByCard(CARDS.declined)
  await expect(page.getByText('Your bank declined this card')).toBeVisible()
  const other = await secondDevice(browser)
  await other.open(session)
  await expect(other.payButton).toBeEnabled()
  expect(await allIn(other.page)).not.toContain('victim@')
  const form = await (await fetch(`${session.url}?pay=pix`)).text()
  expect(form).toContain('name="email"')
  expect(form).not.toContain('victim@')
  await other.page.context().close()
})

/** The text and the field values of a page and its frames. */
async function allIn(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const values = await frame.evaluate(() =>
      [...document.querySelectorAll('input')].map(({ value }) => value),
    )
    return `${await frame.content()} ${values.join(' ')}`
  })
  return (await Promise.all(frames)).join(' ')
}

test('S-62: Going back shows the current state, also from the back/forward cache', async ({
  merchant,
}) => {
  // Playwright disables the back/forward cache in its own browser.
  const browser = await chromium.launch({
    ...CHROMIUM,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const checkout = new CheckoutPage(await browser.newPage({ locale: 'en-US' }))
  const session = await merchant.createSession()
  await checkout.open(session)
  await expect(checkout.payButton).toBeEnabled()
  await checkout.page.goto(`${merchant.inbox.origin}/elsewhere`)
  await merchant.client.sessions.cancel(session.id)
  await checkout.page.goBack()
  await expect(checkout.canceled).toBeVisible()
  await browser.close()
})
