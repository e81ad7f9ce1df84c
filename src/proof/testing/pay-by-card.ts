import type { Page } from 'playwright'

/** Pays by card on the shopper's page, in English. The page must need no data besides the card. */
export async function payByCard(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Card number').fill('4111 1111 1111 1111')
  await frame.getByLabel('Expiry date').fill('12 / 34')
  await frame.getByLabel('Security code').fill('123')
  await frame.getByLabel('Name on card').fill('MARIA SILVA')
  await page.getByRole('button', { name: /^Pay R/ }).click()
}
