import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { CheckoutScreens } from '#client/testing/checkout-screens.ts'
import { PAYER } from '#client/testing/payer.ts'
import { press } from '#client/testing/press.ts'
import { CHROMIUM } from '../../testing/chromium.ts'
import type { CanaryCard, Wallet } from './cards.ts'
import type { CanaryMerchant, CanarySession, Operator } from './merchants.ts'
import { readStorage } from './read-storage.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import type { CanaryStage } from './stage.ts'

interface Visit {
  merchant: CanaryMerchant
  operator: Operator
  wallet: Wallet
  /** An approved card that the browser types. */
  typed: CanaryCard
}

const PATIENCE_MS = 60_000

/** Drives a real browser as shoppers and as a merchant; a recording proxy keeps every response. */
export async function browse(stage: CanaryStage, visit: Visit): Promise<void> {
  const proxy = await startRecordingProxy(
    stage.recorder,
    (origin) => origin === stage.merchantOrigin || origin === stage.urls.store,
  )
  // Without the second rule Chromium bypasses the proxy for loopback.
  const browser = await chromium.launch({
    ...CHROMIUM,
    proxy: { server: proxy.url, bypass: '<-loopback>' },
  })
  try {
    await payByCards(stage, browser, visit)
    await payByVouchers(stage, browser, visit)
    await payWithoutScript(stage, browser, visit)
    await signInAsDeveloper(stage, browser, visit)
  } finally {
    await browser.close()
    await proxy.close()
  }
}

/** Runs a visit in a browser profile of its own, and records what the profile stored. */
async function inContext(
  stage: CanaryStage,
  browser: Browser,
  name: string,
  visit: (page: Page, context: BrowserContext) => Promise<void>,
  javaScriptEnabled = true,
): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US', javaScriptEnabled })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const keepStorage = async () => {
    if (javaScriptEnabled) await readStorage(stage.recorder, name, context)
  }
  page.on('console', (message) => {
    stage.recorder.keep('browser storage', `${name}, console`, message.text())
  })
  await visit(page, context)
  await keepStorage()
  const cookies = await context.cookies()
  stage.recorder.keep('cookies', name, JSON.stringify(cookies))
  for (const { name: cookie, value } of cookies)
    if (value.length >= 16)
      stage.book.add(`cookie ${cookie.split('-')[0]} of ${name}`, 'cookie', value)
  await context.close()
}

async function fillCard(page: CheckoutScreens, card: CanaryCard): Promise<void> {
  await page.arrive()
  if (await page.methods.isVisible()) await page.method('card').check()
  await page.cardField('card-number').fill(card.number)
  await page.cardField('card-expiry').fill('12 / 34')
  await page.cardField('card-code').fill(card.code)
  await page.cardField('card-name').fill(card.holder)
}

async function payByCards(
  stage: CanaryStage,
  browser: Browser,
  { merchant, wallet, typed }: Visit,
): Promise<void> {
  await inContext(stage, browser, 'a declined card, then another', async (page, context) => {
    const session = await merchant.open('cards in a browser')
    const screens = await open(page, session)
    await fillCard(screens, wallet.declined)
    await press(page, screens.payButton)
    await screens.declined().first().waitFor()
    await readStorage(stage.recorder, 'a declined card', context)
    await fillCard(screens, typed)
    await press(page, screens.payButton)
    await screens.paid.waitFor()
    await screens.backToShop.click()
    await page.getByRole('heading', { name: 'Norte' }).waitFor()
    await page.goBack()
    await screens.arrive()
  })
  await inContext(stage, browser, 'a card with a challenge', async (page) => {
    const screens = await open(page, await merchant.open('a challenge in a browser'))
    await fillCard(screens, wallet.challenged)
    await press(page, screens.payButton)
    await screens.bankDialogFrame.locator('button[name="outcome"][value="complete"]').click()
    await screens.paid.waitFor()
  })
}

async function payByVouchers(
  stage: CanaryStage,
  browser: Browser,
  { merchant }: Visit,
): Promise<void> {
  const customer = { email: PAYER.email, name: PAYER.name, taxId: PAYER.taxId }
  for (const method of ['pix', 'boleto'] as const)
    await inContext(stage, browser, `a ${method}`, async (page) => {
      const session = await merchant.open(`${method} in a browser`, { customer })
      const screens = await open(page, session)
      await screens.method(method).check()
      await press(page, screens.payButton)
      await (method === 'pix' ? screens.pixCode : screens.boletoNumber).waitFor()
      await merchant.call('POST', `/v1/sandbox/sessions/${session.id}/simulate`, {
        body: { outcome: `${method}_paid` },
      })
      await screens.paid.waitFor()
    })
}

async function payWithoutScript(
  stage: CanaryStage,
  browser: Browser,
  { merchant }: Visit,
): Promise<void> {
  const visit = async (page: Page, context: BrowserContext) => {
    const session = await merchant.open('a form without script')
    await page.goto(session.url)
    await page.getByRole('link', { name: 'Pay with Pix', exact: true }).click()
    const button = page.getByRole('button', { name: 'Get Pix code' })
    await button.waitFor()
    for (const { value } of await context.cookies())
      stage.book.add('cookie of a form', 'cookie', value)
    await button.click()
    await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  }
  await inContext(stage, browser, 'a form without script', visit, false)
}

async function signInAsDeveloper(
  stage: CanaryStage,
  browser: Browser,
  { merchant, operator }: Visit,
): Promise<void> {
  const link = await operator.signInLink('used sign-in link', merchant.id)
  await inContext(stage, browser, 'the dashboard of a developer', async (page, context) => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'payment.succeeded' }).first().click()
    await page.getByRole('heading', { name: 'payment.succeeded', level: 1 }).waitFor()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    for (const { name, value } of await context.cookies())
      stage.book.add(`cookie ${name} of a developer`, 'cookie', value)
  })
}

async function open(page: Page, { url }: CanarySession): Promise<CheckoutScreens> {
  await page.goto(url)
  const screens = new CheckoutScreens(page)
  await screens.arrive()
  await screens.payButton.waitFor()
  return screens
}
