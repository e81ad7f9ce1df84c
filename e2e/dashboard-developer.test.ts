import { z } from 'zod'
import { startWebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { checkoutCommand } from './checkout-command.ts'
import { addAuthenticator, expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { openShop, sell, type Shop } from './dashboard-shop.ts'
import { ADMIN_URL, CHECKOUT_URL } from './product.ts'

const Link = z.object({ url: z.string() })

const linkFor = async ({ merchantId }: Shop) =>
  Link.parse(await checkoutCommand('merchants', 'sign-in', {}, merchantId)).url

test('A developer of a merchant gets in by the operator’s link, and sees deliveries as they happen', async ({
  page,
  browser,
}) => {
  await using receiver = await startWebhookReceiver()
  const shop = await openShop({ 'callback-url': receiver.url })
  const link = await linkFor(shop)
  // Link previews open the URL, but press nothing.
  const elsewhere = await browser.newContext()
  const previewing = await elsewhere.newPage()
  await previewing.goto(link)
  await expect(heading(previewing, 'Sign in')).toBeVisible()

  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Webhook of Norte Livros')).toBeVisible()
  expect(page.url()).toBe(`${ADMIN_URL}/m/${shop.merchantId}/webhook`)
  await expect(page.getByText('No events yet')).toBeVisible()
  await looksRight(page)
  await sell(shop, 'A-1')
  const rows = page.locator('.events').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'session.completed' })).toContainText('Delivered')

  await shop.client.sandbox.clock.advance({ by: '48h' })
  await shop.client.sandbox.clock.freeze()
  await expect(page.getByText('This merchant’s clock stands still')).toBeVisible()
  await looksRight(page)

  await previewing.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(previewing, 'This link does not work')).toBeVisible()
  await previewing.goto(`${ADMIN_URL}/m/${shop.merchantId}/webhook`)
  await expect(heading(previewing, 'Sign in')).toBeVisible()

  const other = await openShop({ 'callback-url': receiver.url })
  await page.goto(`/m/${other.merchantId}/webhook`)
  await expect(heading(page, 'There is no such thing, or it is not yours')).toBeVisible()
  await checkoutCommand('merchants', 'sign-in', {}, shop.merchantId, '--revoke')
  await page.goto(`/m/${shop.merchantId}/webhook`)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await elsewhere.close()
})

test('An event is found by its id, and the preview leads to the dashboard', async ({ page }) => {
  await using receiver = await startWebhookReceiver()
  const shop = await openShop({ 'callback-url': receiver.url })
  await sell(shop, 'A-1')
  await expect.poll(() => receiver.received.length).toBe(2)
  await page.goto(await linkFor(shop))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Webhook of Norte Livros')).toBeVisible()
  const eventId = String(receiver.received[0]?.headers['webhook-id'])
  await page.goto(`/find#q=${eventId}`)
  await expect(heading(page, '1 result')).toBeVisible()
  await page.goto(`${CHECKOUT_URL}/preview`)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(`${ADMIN_URL}/`)
})

test('A developer sees which of the backend’s calls are refused, and at which field', async ({
  page,
}) => {
  const shop = await openShop()
  await page.goto(await linkFor(shop))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Webhook of Norte Livros')).toBeVisible()
  await page.goto(`/m/${shop.merchantId}/integration`)
  const refused = page.getByRole('region', { name: 'Refused calls, 7 days' })
  await expect(refused).toContainText('None')

  for (const taxId of ['1', '12'])
    await expect(
      shop.client.sessions.create({
        merchantId: shop.merchantId,
        amount: 100,
        customer: { taxId },
      }),
    ).rejects.toMatchObject({ code: 'validation_failed' })
  const rows = refused.getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(rows).toContainText(['2 calls'], { timeout: 1000 })
  }).toPass()
  await expect(rows).toContainText('422 validation_failed POST /v1/sessions')
  await expect(rows).toContainText('customer.taxId')
  await looksRight(page)
  await expect(rows.getByRole('link', { name: 'validation_failed' })).toHaveAttribute(
    'href',
    /\/docs#validation_failed$/,
  )
})

test('A dashboard without input for eight hours signs out in every tab, and keeps the place', async ({
  page,
  context,
}) => {
  await using receiver = await startWebhookReceiver()
  const shop = await openShop({ 'callback-url': receiver.url })
  await sell(shop, 'Z-1')
  await page.clock.install()
  await page.goto(await linkFor(shop))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Z-1').first()).toBeVisible()
  await page.clock.fastForward('07:59:00')
  await page.keyboard.press('Shift')
  await page.clock.fastForward('07:59:00')
  const second = await context.newPage()
  await second.clock.install({ time: await page.evaluate(() => Date.now()) })
  await second.goto(`${ADMIN_URL}/m/${shop.merchantId}`)
  await expect(heading(second, 'Norte Livros')).toBeVisible()
  // Input in one tab counts as input in all tabs.
  await second.keyboard.press('Shift')
  await page.clock.fastForward('07:59:00')
  await expect(page.getByText('Z-1').first()).toBeVisible()
  // Either tab may be the first to end the session; the other's call is refused.
  const signedOut = context.waitForEvent(
    'response',
    (response) => response.url().endsWith('/api/sign-out') && response.ok(),
  )
  await page.clock.fastForward('02:00')
  expect(await (await signedOut).headerValue('clear-site-data')).toBe('"cache", "storage"')
  await expect(heading(page, 'Your session has ended')).toBeVisible()
  await expect(page.getByText('Z-1')).toHaveCount(0)
  // The next call of the second tab is refused.
  await expect(heading(second, /Sign in|has ended/)).toBeVisible()
})

test('What was typed survives the end of the session, and signing in again by passkey', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, await invite())
  await addAuthenticator(page)
  await page.goto('/me')
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(heading(page, 'Start')).toBeVisible()
  await page.goto('/m/new')
  await page.getByLabel('Name').fill('Sul Discos')
  await page.getByLabel('Country').fill('PT')
  await page.clock.fastForward('08:01:00')
  await expect(heading(page, 'Your session has ended')).toBeVisible()
  await expect(page.getByText('Sul Discos')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(heading(page, 'New merchant')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Sul Discos')
  await expect(page.getByLabel('Country')).toHaveValue('PT')
  await page.getByRole('link', { name: 'Leave it' }).click()
  await page.goto('/m/new')
  await expect(page.getByLabel('Name')).toHaveValue('')
})
