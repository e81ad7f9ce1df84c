import { CARDS } from './checkout-page.ts'
import { expect, test } from './fixtures.ts'
import { STORE_URL } from './product.ts'

test('A newcomer buys a shirt in the demo store, and the store learns of it', async ({
  checkout,
  page,
}) => {
  await page.goto(STORE_URL)
  await page.getByRole('button', { name: /buy/i }).first().click()
  await page.getByLabel('Email').fill('ana@example.com')
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()

  await page
    .getByRole('link', { name: /^Back to / })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`^${STORE_URL}/orders/`))
  await expect(page.getByRole('status')).toHaveText('Paid')
  await expect(page.getByText('session.completed')).toBeVisible()
})
