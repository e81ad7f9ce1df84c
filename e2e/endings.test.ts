import { CARDS, CheckoutPage } from './checkout-page.ts'
import { expect, test } from './fixtures.ts'

test('Going back to the shop cancels the session', async ({ checkout, merchant, page }) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await page.getByRole('link', { name: 'Back to Norte Livros' }).click()
  await expect(page).toHaveURL(
    new RegExp(`^${merchant.inbox.origin}/cart\\?session_id=${session.id}&status=canceled`),
  )
  expect(await merchant.notified(session.id, 1)).toEqual(['session.canceled'])

  await checkout.open(session)
  await expect(checkout.heading('This payment was canceled')).toBeVisible()
})

test('A session that expires under the shopper says so, with a way on', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({ expiresInSeconds: 60 })
  await checkout.open(session)
  await expect(checkout.payButton).toBeVisible()
  await expect(checkout.heading('The time to pay is over')).toBeVisible({ timeout: 75_000 })
  await expect(page.getByRole('link', { name: 'Back to Norte Livros' }).first()).toBeVisible()
  expect(await merchant.notified(session.id, 1)).toEqual(['session.expired'])
})
test.describe.configure({ timeout: 120_000 })

test('A session that its merchant cancels ends on the open page', async ({
  checkout,
  merchant,
}) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await expect(checkout.payButton).toBeVisible()
  await merchant.client.sessions.cancel(session.id)
  await expect(checkout.heading('This payment was canceled')).toBeVisible()
})

test('A refresh in the middle of a payment, and a second tab, show the same and pay once', async ({
  checkout,
  context,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({
    customer: { email: 'succeed_immediately@example.com' },
  })
  const second = new CheckoutPage(await context.newPage())
  await second.open(session)
  await checkout.open(session)
  await checkout.fillCard(CARDS.success)
  const answered = page.waitForResponse((response) => response.url().includes('/payments'))
  await page.route('**/payments*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await checkout.payButton.click()
  await page.waitForRequest('**/payments*')
  await page.reload().catch(() => {})
  await page.unroute('**/payments*')
  await answered.catch(() => {})

  const told = await merchant.client.sessions.get(session.id)
  if (told.status === 'open') await checkout.payByCard(CARDS.success)
  await expect(
    page.getByRole('heading', { name: /^(Payment received|This order is already paid)$/ }),
  ).toBeVisible()
  await expect(
    second.page.getByRole('heading', { name: /^(Payment received|This order is already paid)$/ }),
  ).toBeVisible()
  expect(await merchant.client.sessions.get(session.id)).toMatchObject({
    status: 'complete',
    attempts: 1,
  })
})

test('An address that names nothing is a designed page', async ({ page }) => {
  const response = await page.goto('/c/nobodyknowsthisreference000000000')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'We cannot find this payment' })).toBeVisible()
})
