import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { CARDS, type CheckoutPage } from './checkout-page.ts'
import { expect, test, type Merchant } from './fixtures.ts'

const TAX_ID = '529.982.247-25'
const FILL_NEVER = { customer: { email: 'fill_never@example.com' } }

/** How a shopper gets to each state of the page, up to the words that name it. */
const STATES: Record<string, (checkout: CheckoutPage, merchant: Merchant) => Promise<void>> = {
  open: async (checkout, merchant) => {
    await checkout.open(await merchant.createSession())
    await expect(checkout.payButton).toBeVisible()
  },
  'missing fields': async (checkout, merchant) => {
    await checkout.open(await merchant.createSession())
    await checkout.payButton.click()
    await expect(checkout.page.getByText('Enter the card number.')).toBeVisible()
  },
  declined: async (checkout, merchant) => {
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.declined)
    await expect(checkout.page.getByText('No money has been taken.')).toBeVisible()
  },
  challenge: async (checkout, merchant) => {
    const session = await merchant.createSession()
    await checkout.open(session)
    await checkout.payByCard(CARDS.challenge)
    await checkout.page.waitForURL(/challenge/)
    await checkout.open(session)
    await expect(checkout.heading('Confirm with your bank')).toBeVisible()
  },
  Pix: async (checkout, merchant) => {
    await checkout.open(await merchant.createSession(FILL_NEVER))
    await checkout.choose('Pix')
    await checkout.payButton.click()
    await expect(checkout.heading('Pay with Pix')).toBeVisible()
  },
  boleto: async (checkout, merchant) => {
    await checkout.open(await merchant.createSession(FILL_NEVER))
    await checkout.choose('Boleto')
    await checkout.page.getByLabel('Full name').fill('Ana Souza')
    await checkout.page.getByLabel('CPF or CNPJ').fill(TAX_ID)
    await checkout.payButton.click()
    await expect(checkout.heading('Your boleto is ready')).toBeVisible()
  },
  paid: async (checkout, merchant) => {
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  },
  canceled: async (checkout, merchant) => {
    const session = await merchant.createSession()
    await merchant.client.sessions.cancel(session.id)
    await checkout.open(session)
    await expect(checkout.heading('This payment was canceled')).toBeVisible()
  },
  'not found': async (checkout) => {
    await checkout.page.goto('/c/nobodyknowsthisreference000000000')
    await expect(checkout.heading('We cannot find this payment')).toBeVisible()
  },
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}

for (const [state, reach] of Object.entries(STATES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing when ${state}, ${colorScheme}`, async ({
      checkout,
      merchant,
      page,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(
        colorScheme === 'dark' ? { width: 360, height: 740 } : { width: 1280, height: 900 },
      )
      await reach(checkout, merchant)
      expect(await faultsOf(page)).toEqual([])
    })
  }
}
