import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from 'playwright/test'
import { z } from 'zod'
import { CheckoutClient } from '../src/client/index.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../src/proof/testing/webhook-receiver.ts'
import { lostIn } from './appearance.ts'
import { checkoutCommand } from './checkout-command.ts'
import { API_URL } from './product.ts'

base.describe.configure({ timeout: 180_000 })

const Created = z.object({ merchantId: z.uuid() })
const Issued = z.object({ apiKey: z.string() })
const Link = z.object({ url: z.string() })

interface TestMerchant {
  merchantId: string
  receiver: WebhookReceiver
  /** Creates a session that is paid at once, which publishes two events. */
  sell(orderReference: string): Promise<void>
  link(): Promise<string>
}

const test = base.extend<{ merchant: TestMerchant }>({
  merchant: async ({ playwright: _playwright }, use) => {
    const receiver = await startWebhookReceiver()
    await use(await openMerchant(receiver))
    await receiver[Symbol.asyncDispose]()
  },
})

async function openMerchant(receiver: WebhookReceiver): Promise<TestMerchant> {
  const { merchantId } = Created.parse(
    await checkoutCommand('merchants', 'create', {
      name: 'Norte Livros',
      'callback-url': receiver.url,
    }),
  )
  const { apiKey } = Issued.parse(await checkoutCommand('keys', 'issue', { merchant: merchantId }))
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  return {
    merchantId,
    receiver,
    async sell(orderReference) {
      const session = await client.sessions.create({ merchantId, amount: 25_990, orderReference })
      await client.sandbox.simulate(session.id, { outcome: 'pay' })
    },
    link: async () => Link.parse(await checkoutCommand('merchants', 'sign-in', {}, merchantId)).url,
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await press(page, 'Sign in')
  await expect(heading(page, 'Notifications')).toBeVisible()
}

const LOOKS = [
  [1280, 'light'],
  [320, 'dark'],
] as const

async function looksRight(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect(faults, `${width} ${colorScheme}`).toEqual([])
    expect(await lostIn(page), `${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** A response that would be visible if it were rendered as HTML. */
const MARKUP =
  '<b id="sown">stock.js:7 is undefined</b><script id="sown">console.log(1)</script><img id="sown" src="/x" onerror="console.log(2)"></pre></details>'

test('S-84: A merchant sees as text which deliveries failed and why, fixes the cause, and sends them all again', async ({
  page,
  merchant,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  merchant.receiver.answer = (_, response) =>
    response.writeHead(500, { 'content-type': 'text/html' }).end(MARKUP)
  await merchant.sell('A-1001')
  await signIn(page, await merchant.link())
  expect(page.url()).not.toContain('#')

  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  for (const type of ['payment.succeeded', 'session.completed']) {
    const row = rows.filter({ hasText: type })
    await expect(row).toContainText('A-1001')
    await expect(row).toContainText('Trying again')
    await expect(row).toContainText('500 Internal Server Error')
  }
  await looksRight(page)

  await page.getByRole('link', { name: 'payment.succeeded' }).click()
  await expect(heading(page, 'payment.succeeded')).toBeFocused()
  await expect(page.getByText(MARKUP).first()).toBeVisible()
  await expect(page.locator('#sown')).toHaveCount(0)
  const [sent] = merchant.receiver.received
  await expect(page.getByText('webhook-signature: v1,').first()).toBeVisible()
  await page.getByLabel('As sent').check()
  await expect(page.getByText('"orderReference":"A-1001"')).toBeVisible()
  expect(sent?.body).toContain('"orderReference":"A-1001"')
  await looksRight(page)

  merchant.receiver.answer = (_, response) => response.writeHead(200).end('ok')
  await page.getByRole('link', { name: 'All notifications' }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await press(page, 'Send 2 again')
  await expect(page.getByText('2 events sent again.')).toBeVisible()
  for (const type of ['payment.succeeded', 'session.completed'])
    await expect(rows.filter({ hasText: type })).toContainText('Delivered')
  await page.getByRole('link', { name: 'session.completed' }).click()
  await expect(page.getByText(/^\d+\. 200 OK$/).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('An open page shows new events, and filters them', async ({ page, merchant }) => {
  await signIn(page, await merchant.link())
  await expect(page.getByText('No events yet.')).toBeVisible()
  await looksRight(page)
  await merchant.sell('A-1')
  await merchant.sell('A-2')
  const rows = page.getByRole('listitem')
  await expect(rows).toHaveCount(4)

  await page.getByLabel('Type').selectOption('payment.succeeded')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(page.getByLabel('Type')).toHaveValue('payment.succeeded')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Delivery').selectOption('exhausted')
  await expect(page.getByText('No event is like this.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all events' }).click()
  await expect(rows).toHaveCount(4)

  await rows.first().getByRole('link').click()
  await page.getByRole('link', { name: /^cs_/ }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Session' }).fill('cs_short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A session’s id is cs_ and 22')).toBeVisible()
})

test('By keyboard alone: a row is selected and sent again', async ({ page, merchant }) => {
  await merchant.sell('A-1')
  await signIn(page, await merchant.link())
  await page.getByRole('checkbox', { name: 'Select session.completed of A-1' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Send 1 again' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 event sent again.')).toBeVisible()
  await expect.poll(() => merchant.receiver.received.length).toBe(3)
})

test('A link signs in once, by a click; no other browser sees anything', async ({
  browser,
  page,
  merchant,
}) => {
  await merchant.sell('A-1')
  const link = await merchant.link()
  // Link previews open the address without a click.
  const elsewhere = await browser.newContext()
  const previewing = await elsewhere.newPage()
  await previewing.goto(link)
  await expect(heading(previewing, 'Sign in')).toBeVisible()
  await looksRight(previewing)

  await signIn(page, link)
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('listitem').first().getByRole('link').click()
  await expect(heading(page, 'session.completed')).toBeVisible()
  const eventPage = page.url()

  await press(previewing, 'Sign in')
  await expect(heading(previewing, 'This link does not work')).toBeFocused()
  await looksRight(previewing)
  await previewing.goto(eventPage)
  await expect(previewing.getByText('npx checkout merchants sign-in')).toBeVisible()

  const other = await startWebhookReceiver()
  const stranger = await openMerchant(other)
  await signIn(previewing, await stranger.link())
  await expect(previewing.getByText('No events yet.')).toBeVisible()
  await previewing.goto(eventPage)
  await expect(heading(previewing, 'There is no such event')).toBeVisible()
  await elsewhere.close()
  await other[Symbol.asyncDispose]()
})

test('Signing out, here and elsewhere', async ({ page, merchant }) => {
  await signIn(page, await merchant.link())
  await press(page, 'Sign out')
  await expect(heading(page, 'You are signed out')).toBeFocused()
  await expect(page.getByText(`merchants sign-in ${merchant.merchantId}`)).toBeVisible()
  await looksRight(page)
  await page.reload()
  await expect(page.getByText('npx checkout merchants sign-in <merchantId>')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'An example' })).toBeVisible()
  await expect(page.getByText('session.completed').first()).toBeVisible()
  await looksRight(page)

  await signIn(page, await merchant.link())
  await checkoutCommand('merchants', 'sign-in', {}, merchant.merchantId, '--revoke')
  await expect(heading(page, 'Your session has ended')).toBeVisible()
})

test('A page without input for an hour signs out, and its session has ended', async ({
  page,
  merchant,
}) => {
  // No part of a UUID, as the merchant's id on the page is.
  await merchant.sell('Z-1')
  await page.clock.install()
  await signIn(page, await merchant.link())
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await page.clock.fastForward('59:00')
  await page.keyboard.press('Shift')
  await page.clock.fastForward('59:00')
  await expect(page.getByRole('listitem')).toHaveCount(2)
  const signedOut = page.waitForResponse('**/api/notifications/sign-out')
  await page.clock.fastForward('02:00')
  await expect(heading(page, 'Your session has ended')).toBeVisible()
  await expect(page.getByText('Z-1')).toHaveCount(0)
  expect(await (await signedOut).headerValue('clear-site-data')).toBe('"cache", "storage"')
  await page.reload()
  await expect(page.getByText('npx checkout merchants sign-in <merchantId>')).toBeVisible()
})
