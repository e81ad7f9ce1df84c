import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Locator, type Page } from 'playwright/test'
import type { Session } from '#contract/session.ts'
import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import type { Screen } from '#page/web/session/screen-of.ts'
import type { Merchant } from './fixtures.ts'

const ATTEMPTS_MAX = 10

/** The test e-mail whose Pix or boleto is never paid. */
export const NEVER_PAID = { customer: { email: 'fill_never@example.com' } }

/** A session whose payment is held until its merchant captures it. */
const HELD = { captureMethod: 'manual' } as const

/** The page's text when a script is missing. */
export const LOAD_AGAIN = 'Try again to see where your payment stands.'

/** The texts while a payment is undecided for some seconds, and once it is paid. */
const CHECKED =
  /^(We’re checking your payment|Your payment is being processed|Payment received|This order is already paid)$/

interface Scene {
  checkout: CheckoutPage
  merchant: Merchant
  expired: () => Promise<Session>
}

export interface State {
  /** Leads to the state; returns its session. */
  reach: (scene: Scene) => Promise<Pick<Session, 'url'>>
  /** The text that identifies the state. */
  shows: string
  /** The text after a refresh, in a second tab or on a second device, where it differs. */
  shownAgain?: string | RegExp
}

/** Every screen of a session and every state that a test can reach, with the text that identifies it. */
export const STATES = {
  open: {
    reach: opened({}),
    shows: 'Pay with',
  },
  'missing fields': {
    async reach(scene) {
      const session = await opened({})(scene)
      await scene.checkout.choose('boleto')
      await scene.checkout.payButton.click()
      return session
    },
    shows: 'Enter your full name.',
    shownAgain: 'Pay with',
  },
  submitting: {
    async reach(scene) {
      const { checkout } = scene
      const session = await opened({})(scene)
      await checkout.choose('card')
      await checkout.fillCard(CARDS.silent)
      await checkout.fillCustomer()
      // `pay` would wait for the answer.
      await checkout.press(checkout.payButton)
      return session
    },
    shows: 'Paying…',
    shownAgain: CHECKED,
  },
  declined: {
    reach: paidByCard(CARDS.declined),
    shows: 'Your bank declined this card',
  },
  challenge: {
    async reach({ checkout, merchant }) {
      const session = await merchant.createSession()
      await checkout.open(session)
      await checkout.payByCard(CARDS.challenge)
      await checkout.bankButton('complete').waitFor()
      await checkout.open(session)
      return session
    },
    shows: 'Confirm with your bank',
  },
  pix: {
    async reach(scene) {
      const session = await opened(NEVER_PAID)(scene)
      await scene.checkout.payByPix()
      return session
    },
    shows: 'Pay with Pix',
  },
  boleto: {
    async reach(scene) {
      const session = await opened(NEVER_PAID)(scene)
      await scene.checkout.payByBoleto()
      return session
    },
    shows: 'Your boleto is ready',
  },
  processing: {
    reach: paidByCard(CARDS.processing),
    shows: 'Your payment is being processed',
    shownAgain: CHECKED,
  },
  checking: {
    async reach({ checkout, merchant }) {
      const session = await merchant.createSession()
      await checkout.open(session)
      await checkout.payByCard(CARDS.silent)
      await merchant.paymentCreated(session)
      await checkout.page.reload()
      return session
    },
    shows: 'We’re checking your payment',
    shownAgain: CHECKED,
  },
  authorized: {
    async reach(scene) {
      const session = await opened(HELD)(scene)
      await scene.checkout.payByCard(CARDS.success)
      await scene.checkout.stayButton.click()
      return session
    },
    shows: 'Payment authorized',
  },
  'authorized-already': {
    async reach({ checkout, merchant }) {
      const session = await merchant.createSession(HELD)
      await merchant.client.sandbox.simulate(session.id, { outcome: 'authorize' })
      await checkout.open(session)
      return session
    },
    shows: 'Payment authorized',
  },
  'hold released': {
    async reach({ checkout, merchant }) {
      const session = await merchant.createSession(HELD)
      await merchant.client.sandbox.simulate(session.id, { outcome: 'authorize' })
      await merchant.client.sandbox.simulate(session.id, { outcome: 'authorization_expired' })
      await checkout.open(session)
      return session
    },
    shows: 'The hold was released',
  },
  paid: {
    async reach(scene) {
      const session = await paidByCard(CARDS.success)(scene)
      await scene.checkout.page.getByRole('button', { name: 'Stay here' }).click()
      return session
    },
    shows: 'Payment received',
    shownAgain: 'This order is already paid',
  },
  'paid-already': {
    async reach(scene) {
      const session = await paidByCard(CARDS.success)(scene)
      await expect(scene.checkout.paid).toBeVisible()
      await scene.checkout.open(session)
      return session
    },
    shows: 'This order is already paid',
  },
  refunded: {
    async reach(scene) {
      const session = await paidByCard(CARDS.success)(scene)
      await expect(scene.checkout.paid).toBeVisible()
      await scene.merchant.client.sessions.refund(session.id)
      await scene.checkout.open(session)
      return session
    },
    shows: 'This payment was refunded',
  },
  'refunded in part': {
    async reach(scene) {
      const session = await paidByCard(CARDS.success)(scene)
      await expect(scene.checkout.paid).toBeVisible()
      await scene.merchant.client.sessions.refund(session.id, { amount: 10_000 })
      await scene.checkout.open(session)
      await expect(scene.checkout.partiallyRefunded).toBeVisible()
      await expect(scene.checkout.receipt('amount')).toHaveText('R$259.90')
      await expect(scene.checkout.page.locator('.facts')).toContainText('Total after refunds')
      return session
    },
    shows: 'R$100.00 refunded',
  },
  'no attempts left': {
    async reach({ checkout, merchant }) {
      const session = await merchant.createSession()
      for (let tried = 0; tried < ATTEMPTS_MAX; tried++) await tryPixThatExpires(checkout, session)
      await checkout.open(session)
      return session
    },
    shows: 'Too many attempts',
  },
  expired: {
    async reach({ checkout, expired }) {
      const session = await expired()
      await checkout.open(session)
      return session
    },
    shows: 'This checkout has expired',
  },
  canceled: {
    async reach({ checkout, merchant }) {
      const session = await merchant.createSession()
      await merchant.client.sessions.cancel(session.id)
      await checkout.open(session)
      return session
    },
    shows: 'This payment was canceled',
  },
  'not found': {
    reach: addressed('/c/nobodyknowsthisreference000000000'),
    shows: 'We can’t find this payment',
  },
  'something broke': {
    reach: addressed('/c/something-broke'),
    shows: 'Something went wrong on our end',
  },
  offline: {
    async reach(scene) {
      const session = await opened({})(scene)
      await scene.checkout.page.context().setOffline(true)
      return session
    },
    shows: 'You’re offline. This page continues as soon as you’re back online.',
  },
} as const satisfies Record<Screen, State> & Record<string, State>

/**
 * Intercepts the calls of a page. After `freeze` the page stays as it is: reads repeat the last response and payments
 * get none.
 */
export async function interceptBackend(page: Page): Promise<{ freeze: () => void }> {
  let isFrozen = false
  const last = new Map<string, string>()
  await page.route('**/api/checkout/**', async (route) => {
    const url = route.request().url()
    if (url.includes('/events')) return route.abort()
    const known = last.get(url)
    if (isFrozen && known !== undefined)
      return route.fulfill({ contentType: 'application/json', body: known })
    const response = await route.fetch()
    if (isFrozen) return
    if (route.request().method() === 'GET') last.set(url, await response.text())
    await route.fulfill({ response })
  })
  return { freeze: () => void (isFrozen = true) }
}

/** Locates a text anywhere on the page. */
export function words(page: Page, text: string | RegExp): Locator {
  return page.getByText(text, { exact: true }).filter({ visible: true }).first()
}

/** Another tab of the same browser context. */
export async function secondTab(context: BrowserContext): Promise<CheckoutPage> {
  return new CheckoutPage(await context.newPage())
}

/** A page in another browser context, as on a second device. */
export async function secondDevice(browser: Browser): Promise<CheckoutPage> {
  const context = await browser.newContext()
  return new CheckoutPage(await context.newPage())
}

function opened(overrides: Parameters<Merchant['createSession']>[0]) {
  return async ({ checkout, merchant }: Scene): Promise<Session> => {
    const session = await merchant.createSession(overrides)
    await checkout.open(session)
    await expect(checkout.payButton).toBeEnabled()
    return session
  }
}

function paidByCard(number: string) {
  return async (scene: Scene): Promise<Session> => {
    const session = await opened({})(scene)
    await scene.checkout.payByCard(number)
    return session
  }
}

function addressed(url: string) {
  return async ({ checkout }: Scene) => {
    await checkout.open({ url })
    return { url }
  }
}

async function tryPixThatExpires({ page }: CheckoutPage, { url }: Session): Promise<void> {
  const reference = url.split('/').at(-1)
  const tried = await page.request.post(`/api/checkout/${reference}/payments?locale=en`, {
    headers: { 'X-Checkout': '1', 'Idempotency-Key': randomUUID(), Origin: new URL(url).origin },
    data: { method: 'pix', customer: { email: 'expire_immediately@example.com' } },
  })
  expect(tried.ok()).toBe(true)
  await expect
    .poll(async () => {
      const read = await page.request.get(`/api/checkout/${reference}`)
      return ((await read.json()) as { payment: { status: string } }).payment.status
    })
    .toBe('failed')
}
