import { CARDS, type CheckoutPage } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { CHECKOUT_URL, FIELDS_URL, STORE_URL } from './product.ts'

/** Payments by method. */
const WAYS: Record<string, (checkout: CheckoutPage) => Promise<void>> = {
  'a card': async (checkout) => checkout.payByCard(CARDS.success),
  'a card that the bank asks about': async (checkout) => {
    await checkout.payByCard(CARDS.challenge)
    await checkout.answerBank('complete')
  },
  Pix: async (checkout) => {
    await checkout.choose('pix')
    await checkout.pay()
  },
  'a boleto': async (checkout) => {
    await checkout.choose('boleto')
    await checkout.page.getByLabel('Full name').fill('Ana Souza')
    await checkout.page.getByLabel('CPF or CNPJ').fill('529.982.247-25')
    await checkout.pay()
  },
}

for (const [way, pay] of Object.entries(WAYS)) {
  test(`A shopper buys a shirt in the demo store with ${way}, and the store is notified`, async ({
    checkout,
    page,
  }) => {
    await page.goto(STORE_URL)
    await page.getByRole('button', { name: /buy/i }).first().click()
    await page.getByLabel('Email').fill('succeed_immediately@example.com')
    await pay(checkout)
    await expect(checkout.paid).toBeVisible()

    await page
      .getByRole('link', { name: /^Back to / })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`^${STORE_URL}/orders/`))
    await expect(page.getByRole('status')).toHaveText('Paid')
    await expect(page.getByText('Arrival signature verified')).toBeVisible()
    await expect(page.getByText('Notification signature verified')).toBeVisible()
  })
}

test('The page shows the colour, the logo and the product image of the demo store from its own origin', async ({
  page,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const isOurs = [CHECKOUT_URL, FIELDS_URL].some((origin) => request.url().startsWith(origin))
    if (page.url().includes('/c/') && !isOurs) elsewhere.push(request.url())
  })
  await page.goto(STORE_URL)
  await page.getByRole('button', { name: /buy/i }).first().click()
  const pictures = page.getByRole('region', { name: 'Order' }).locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: 'Pay R$259.90' })).toHaveCSS(
    'background-color',
    'rgb(47, 111, 115)',
  )
  expect(elsewhere).toEqual([])
})
