import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, type Page } from 'playwright/test'
import { CheckoutPage } from '#client/testing/index.ts'
import {
  freePorts,
  SANDBOX_PORTS,
  startCommandProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { commandOf } from './checkout-command.ts'
import { openInbox } from './inbox.ts'
import { makeMerchant, type Merchant } from './merchant.ts'

const FAKES = join(import.meta.dirname, '../src/sandbox/fakes')
/** Of Adyen's test cards; the second is asked by its issuer. */
const CARD = '4111 1111 1111 1111'
const ASKED_CARD = '4212 3456 7891 0006'
const { expect } = base

/** A product that runs the fake Adyen beside it, as `PROCESSORS=sandbox/fakes/adyen.json npm start` does. */
async function startProduct() {
  const directory = await makeScratchDirectory()
  const { ADYEN_PORT, SHOPPERS_PORT, ...ports } = await freePorts(
    ...SANDBOX_PORTS,
    'PROCESSOR_WEBHOOK_PORT',
    'ADYEN_PORT',
    'SHOPPERS_PORT',
  )
  const file = await readFile(join(FAKES, 'adyen.json'), 'utf8')
  const accounts = file
    .replaceAll('4252', ADYEN_PORT)
    .replaceAll('4253', SHOPPERS_PORT)
    .replaceAll('file:certificates', `file:${join(FAKES, 'certificates')}`)
  const path = join(directory, 'accounts.json')
  await writeFile(path, accounts)
  const environment = {
    CHECKOUT_ENVIRONMENT: 'sandbox',
    ...ports,
    PROCESSORS: path,
    LOG_LEVEL: 'warn',
    DATA_DIR: directory,
  }
  const product = await startCommandProcess(['serve'], environment)
  return {
    apiUrl: `http://localhost:${ports.API_PORT}`,
    command: commandOf(environment),
    async close() {
      await product.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const test = base.extend<{ checkout: CheckoutPage }, { merchant: Merchant }>({
  merchant: [
    async ({ playwright: _playwright }, use) => {
      const product = await startProduct()
      const inbox = await openInbox()
      await use(await makeMerchant(inbox, product))
      await inbox.close()
      await product.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  checkout: async ({ page, locale }, use) => use(new CheckoutPage(page, { locale })),
})

// All flows share one product, so they run one after the other.
test.describe.configure({ mode: 'default' })

/** Pays a new session with a card whose issuer asks, and answers on its page. */
async function payAsked(
  { page, checkout, merchant }: { page: Page; checkout: CheckoutPage; merchant: Merchant },
  choice: string,
): Promise<void> {
  await checkout.open(await merchant.createSession())
  await checkout.payByCard(ASKED_CARD)
  await page.waitForURL(/\/checkoutshopper\/threeDS\/redirect/)
  await page.getByRole('button', { name: choice }).click()
}

test('A card is sealed as Adyen wants it, held, and captured', async ({ checkout, merchant }) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.payByCard(CARD)
  await expect(checkout.paid).toBeVisible()
  await expect
    .poll(() => merchant.client.sessions.get(session.id))
    .toMatchObject({ status: 'complete', paymentStatus: 'paid' })

  // Its outcome is told by a signed webhook alone.
  const { id } = await merchant.client.sessions.refund(session.id, { amount: 990 })
  await expect
    .poll(() => merchant.client.refunds.get(id), { timeout: 30_000 })
    .toMatchObject({ status: 'succeeded', amount: 990 })
})

test('The issuer asks the shopper on its page, who comes back to the receipt', async ({
  checkout,
  merchant,
  page,
}) => {
  await payAsked({ page, checkout, merchant }, 'Yes, pay')
  await expect(checkout.paid).toBeVisible()
})

test('A shopper who fails at the issuer can pay with another card', async ({
  checkout,
  merchant,
  page,
}) => {
  await payAsked({ page, checkout, merchant }, 'Not me: fail')
  await checkout.payByCard(CARD)
  await expect(checkout.paid).toBeVisible()
})
