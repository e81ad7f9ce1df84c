import { CARDS } from '../src/client/testing/index.ts'
import { expect, test } from './fixtures.ts'

test.describe('Challenge', () => {
  test.beforeEach(async ({ checkout, merchant }) => {
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.challenge)
  })

  test('completed at the bank, the payment succeeds', async ({ checkout, page }) => {
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(checkout.paid).toBeVisible()
    await expect(page).not.toHaveURL(/from=challenge/)
  })

  test('failed at the bank, the shopper sees it and can use another card', async ({
    checkout,
    page,
  }) => {
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByText('Your bank could not confirm that it is you')).toBeVisible()
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  })

  test('abandoned at the bank, another method is offered', async ({ checkout, page }) => {
    await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  })
})
