import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { STORE_URL } from './product.ts'
import { PROOF } from './proof.ts'

test('Returning to the merchant cancels the session', async ({ checkout, merchant, page }) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await page.getByRole('link', { name: 'Back to Norte Livros' }).click()
  await expect(page).toHaveURL(
    new RegExp(`^${merchant.inbox.origin}/cart\\?session_id=${session.id}&status=canceled`),
  )
  expect(await merchant.notified(session.id, 1)).toEqual(['session.canceled'])

  await checkout.open(session)
  await expect(checkout.canceled).toBeVisible()
})

test(
  'A session that expires on an open page shows it, with a link back',
  PROOF,
  async ({ checkout, merchant, page }) => {
    const session = await merchant.createSession({ expiresInSeconds: 60 })
    await checkout.open(session)
    await expect(checkout.payButton).toBeVisible()
    await expect(checkout.expired).toBeVisible({ timeout: 75_000 })
    await expect(page.getByRole('link', { name: 'Back to Norte Livros' }).first()).toBeVisible()
    expect(await merchant.notified(session.id, 1)).toEqual(['session.expired'])
  },
)

test('A session that its merchant cancels ends on the open page', async ({
  checkout,
  merchant,
}) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await expect(checkout.payButton).toBeVisible()
  await merchant.client.sessions.cancel(session.id)
  await expect(checkout.canceled).toBeVisible()
})

test('S-62: A reload during a payment and a second tab show the same state and pay once', async ({
  checkout,
  context,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  const second = new CheckoutPage(await context.newPage())
  await second.open(session)
  await checkout.open(session)
  await checkout.fillCard(CARDS.success)
  const sent = page.waitForRequest('**/payments?*')
  await checkout.pay()
  await sent
  await page.reload()

  const isPaid = { name: /^(Payment received|This order is already paid)$/ }
  await expect(page.getByRole('heading', isPaid)).toBeVisible()
  await expect(second.page.getByRole('heading', isPaid)).toBeVisible()
  const read = await merchant.client.sessions.get(session.id)
  expect(read).toMatchObject({ status: 'complete', attempts: 1 })
})

test('An unknown address has a designed page, and a way back', async ({ page }) => {
  await page.goto(STORE_URL)
  const response = await page.goto('/c/nobodyknowsthisreference000000000')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'We can’t find this payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(`${STORE_URL}/`)
})
