import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import type { Page } from 'playwright/test'
import { z } from 'zod'
import { CheckoutClient } from '#client/index.ts'
import { checkoutCommand } from './checkout-command.ts'
import { isSignedBy, openReceiver, type Receiver } from './dashboard-receiver.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { API_URL, CHECKOUT_URL } from './product.ts'

const Created = z.object({ merchantId: z.uuid(), webhookSecret: z.string() })
const Invited = z.object({ url: z.string() })

let receiver: Receiver
test.beforeAll(async () => {
  receiver = await openReceiver()
})
test.afterAll(() => receiver.close())

const createMerchant = async (options: Record<string, string> = {}) =>
  Created.parse(
    await checkoutCommand('merchants', 'create', {
      name: 'Norte Livros',
      'callback-url': receiver.url,
      'return-origin': receiver.origin,
      ...options,
    }),
  )

const panel = (page: Page, name: string) => page.getByRole('region', { name })

/** The contents of every place in which a page could keep a secret. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await globalThis.caches.keys()
    const own = [location.href, document.title, document.documentElement.outerHTML, name]
    return [
      ...own,
      JSON.stringify([history.state, localStorage, sessionStorage, databases, caches]),
    ].join('\n')
  })

const focusAndPress = async (page: Page, role: 'link' | 'button' | 'checkbox', name: string) => {
  await page.getByRole(role, { name, exact: true }).focus()
  await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter')
}

test('By keyboard alone an operator onboards a merchant, and hands over a key and a secret that work', async ({
  page,
}) => {
  await signIn(page, await invite())
  await focusAndPress(page, 'link', 'Merchants')
  await expect(heading(page, 'Merchants')).toBeFocused()
  await focusAndPress(page, 'link', 'New merchant')
  await expect(heading(page, 'New merchant')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await looksRight(page)

  // A refusal marks the fields, and keeps their values.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(receiver.url)
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${receiver.origin}/path`)
  await focusAndPress(page, 'button', 'Make the merchant')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/This is needed\./)
  const origins = page.getByLabel('Return origins')
  await expect(origins).toHaveAccessibleDescription(/without a path/)
  await expect(origins).toHaveValue(`${receiver.origin}/path`)
  await expect(page.getByLabel('Callback URL')).toHaveValue(receiver.url)
  await looksRight(page)

  await page.keyboard.type('Sul Discos')
  await origins.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(receiver.origin)
  await page.getByText('As a command').focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(`npx --no checkout merchants create --name 'Sul Discos' --currency BRL`),
  ).toBeVisible()
  await focusAndPress(page, 'button', 'Make the merchant')

  const secrets = panel(page, 'Key and webhook secret')
  await expect(secrets.getByRole('heading')).toBeFocused()
  await expect(secrets.getByText('API_URL')).toBeVisible()
  expect(await page.content()).not.toMatch(/hp_test_|whsec_/)
  await looksRight(page)
  await focusAndPress(page, 'button', 'Close')
  await expect(secrets.getByText('First copy it')).toBeVisible()
  await focusAndPress(page, 'button', 'Show')
  await expect(secrets.getByText(/apiKey: 'hp_test_/)).toBeVisible()
  await looksRight(page)

  const downloading = page.waitForEvent('download')
  await focusAndPress(page, 'button', 'Download .env')
  const file = await downloading
  expect(file.suggestedFilename()).toBe('sandbox-sul-discos.env')
  const { MERCHANT_ID, API_KEY, WEBHOOK_SECRET, ...urls } = z
    .record(z.string(), z.string())
    .parse(parseEnv(await readFile(await file.path(), 'utf8')))
  if (MERCHANT_ID === undefined || API_KEY === undefined || WEBHOOK_SECRET === undefined)
    throw new Error('the file lacks a variable')
  expect(urls).toEqual({ CHECKOUT_URL, API_URL })
  await expect(secrets.getByText(API_KEY, { exact: true })).toBeVisible()
  await expect(secrets.getByText(WEBHOOK_SECRET, { exact: true })).toBeVisible()
  await focusAndPress(page, 'button', 'Close')
  await expect(heading(page, 'Sul Discos is ready')).toBeFocused()
  await looksRight(page)
  const kept = await keptBy(page)
  for (const secret of [API_KEY, WEBHOOK_SECRET]) expect(kept).not.toContain(secret)

  // The merchant's backend takes a payment, and receives its events.
  const client = new CheckoutClient({ apiKey: API_KEY, environment: 'sandbox', baseUrl: API_URL })
  const order = { merchantId: MERCHANT_ID, amount: 25_990, successUrl: `${receiver.origin}/ok` }
  const session = await client.sessions.create(order)
  await client.sandbox.simulate(session.id, { outcome: 'pay' })
  const told = () =>
    receiver.received.filter(({ body }) => body.includes(session.id)).map((request) => request)
  await expect
    .poll(() => told().filter((request) => request.body.includes('session.completed')).length)
    .toBe(1)
  for (const request of told()) expect(isSignedBy(WEBHOOK_SECRET, request)).toBe(true)

  await focusAndPress(page, 'link', 'Send a ping to its webhook')
  await expect(heading(page, 'Integration of Sul Discos')).toBeFocused()
  await focusAndPress(page, 'button', 'Send a ping')
  await expect(page.getByRole('status').filter({ hasText: '204' })).toBeVisible()
  await looksRight(page)
})

test('A key is shown once: leaving asks, and neither reload nor back nor another tab has it', async ({
  page,
}) => {
  const { merchantId } = await createMerchant()
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}`)
  await page.getByRole('link', { name: 'Integration' }).first().click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: 'Issue a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Issue a key for Norte Livros?' })
  await dialog.getByRole('checkbox', { name: 'refunds:write' }).uncheck()
  await dialog.getByLabel('It ends').selectOption('after 90 days')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Issue a key' }).click()

  const secret = panel(page, 'The new API key')
  await secret.getByRole('button', { name: 'Show' }).click()
  const apiKey = await secret.getByText(/^hp_test_/).innerText()
  const api = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  expect(await api.sessions.list()).toMatchObject({ data: [] })
  await looksRight(page)

  await page.getByRole('link', { name: 'Merchants' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without keeping it?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(secret.getByText(apiKey)).toBeVisible()
  const asked: string[] = []
  page.on('dialog', (prompt) => {
    asked.push(prompt.type())
    void prompt.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(page.getByText(`ending ${apiKey.slice(-4)}`)).toBeVisible()
  await expect(secret).toBeHidden()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByText(`ending ${apiKey.slice(-4)}`)).toBeVisible()
  await page.getByRole('link', { name: 'Merchants' }).click()
  await expect(heading(page, 'Merchants')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Integration of Norte Livros')).toBeVisible()
  for (const one of [page, other]) expect(await keptBy(one)).not.toContain(apiKey)

  // After a rotation both keys work; after the revocation the old key does not.
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const rotating = page.getByRole('dialog', { name: /^Replace the key ending/ })
  await rotating.getByLabel('The old one ends').selectOption('in an hour')
  await rotating.getByRole('button', { name: 'Rotate' }).click()
  await secret.getByRole('button', { name: 'Show' }).click()
  const newKey = await secret.getByText(/^hp_test_/).innerText()
  await secret.getByRole('checkbox', { name: 'I have stored it' }).check()
  await secret.getByRole('button', { name: 'Close' }).click()
  expect(await api.sessions.list()).toMatchObject({ data: [] })
  const row = page.getByRole('listitem').filter({ hasText: `ending ${apiKey.slice(-4)}` })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke this key' }).click()
  await expect(row.getByText('revoked').first()).toBeVisible()
  const works = () =>
    api.sessions.list().then(
      () => true,
      () => false,
    )
  await expect.poll(works).toBe(false)
  const next = new CheckoutClient({ apiKey: newKey, environment: 'sandbox', baseUrl: API_URL })
  expect(await next.sessions.list()).toMatchObject({ data: [] })
})

test('A rotated secret signs beside the old one, and the callback moves', async ({ page }) => {
  const moved = await openReceiver()
  const { merchantId, webhookSecret: old } = await createMerchant()
  await signIn(page, await invite())
  const find = page.getByRole('searchbox', { name: 'Find' })
  await find.fill(merchantId)
  await find.press('Enter')
  await page.getByRole('link', { name: 'Norte Livros' }).click()
  await expect(heading(page, 'Norte Livros')).toBeVisible()
  await page.goto(`/o/${merchantId}`)
  await expect(page).toHaveURL(`/m/${merchantId}`)
  await page.goto(`/m/${merchantId}/integration`)
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Both are good for 24 hours.')).toBeVisible()
  await dialog.getByText('As a command').click()
  await expect(
    dialog.getByText(`npx --no checkout callback rotate --merchant ${merchantId} --overlap 24h`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
  const secret = panel(page, 'The new webhook secret')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await secret.getByRole('button', { name: 'Copy WEBHOOK_SECRET' }).click()
  const fresh = await page.evaluate(() => navigator.clipboard.readText())
  expect(await page.content()).not.toContain(fresh)
  await secret.getByRole('button', { name: 'Close' }).click()
  await expect(secret).toBeHidden()

  await page.getByRole('button', { name: 'Change the URL' }).click()
  await expect(dialog.getByText(`Before: ${receiver.url}`)).toBeVisible()
  await dialog.getByLabel('Callback URL').fill('http://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Set the URL' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'from the internet' })).toBeVisible()
  await dialog.getByLabel('Callback URL').fill(moved.url)
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Set the URL' }).click()
  await expect(page.getByRole('region', { name: 'Webhook' }).getByText(moved.url)).toBeVisible()
  await page.getByRole('button', { name: 'Send a ping' }).click()
  await expect(page.getByRole('status').filter({ hasText: '204' })).toBeVisible()
  const [ping] = moved.received
  if (ping === undefined) throw new Error('no ping came')
  expect([old, fresh].map((one) => isSignedBy(one, ping))).toEqual([true, true])
  expect(ping.headers['webhook-signature']?.split(' ')).toHaveLength(2)

  await page.getByRole('button', { name: 'Change the origins' }).click()
  await dialog.getByLabel('Return origins').fill('https://a.example\nhttps://b.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'https://b.example' })).toBeVisible()
  await moved.close()
})

test("A merchant's developer sees what is theirs, and may what the operator lets them", async ({
  browser,
  page,
}) => {
  const { merchantId } = await createMerchant()
  const { url } = Invited.parse(
    await checkoutCommand('users', 'invite', {
      email: `dev-${process.pid}-${merchantId.slice(0, 8)}@loja.example`,
      role: 'developer',
      merchant: merchantId,
      name: 'Ada Lovelace',
    }),
  )
  const context = await browser.newContext()
  const developer = await context.newPage()
  await signIn(developer, url)
  await developer.goto(`/m/${merchantId}/integration`)
  await expect(developer.getByText('Your operator’s admins issue and rotate keys.')).toBeVisible()
  await expect(developer.getByRole('button', { name: 'Issue a key' })).toBeHidden()
  await expect(developer.getByRole('button', { name: 'Send a ping' })).toBeVisible()
  await looksRight(developer)
  const { merchantId: another } = await createMerchant()
  await developer.goto(`/m/${another}/integration`)
  await expect(heading(developer, 'There is no such thing, or it is not yours')).toBeVisible()

  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}`)
  await looksRight(page)
  await page.getByRole('button', { name: 'What its people may' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'issue and rotate API keys' }).check()
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('issue and rotate API keys')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Norte & Sul')
  await dialog.getByLabel('Money after the end of a session').selectOption('pays the session')
  await expect(dialog.getByText('Before: Norte Livros')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Norte & Sul')).toBeVisible()

  await developer.goto(`/m/${merchantId}/integration`)
  await developer.getByRole('button', { name: 'Issue a key' }).click()
  await developer.getByRole('dialog').getByRole('button', { name: 'Issue a key' }).click()
  await expect(panel(developer, 'The new API key')).toBeVisible()
  await context.close()
})

test('Hostile names are texts, and a merchant is found by a part of its name', async ({ page }) => {
  const names = HOSTILE_TEXTS.filter((text) => !text.startsWith('-')).slice(0, 4)
  const made = await Promise.all(names.map((name) => createMerchant({ name })))
  await signIn(page, await invite())
  for (const [index, name] of names.entries()) {
    await page.goto('/m')
    const search = page.getByRole('searchbox', { name: 'Name or id of a merchant' })
    await search.fill(name)
    await search.press('Enter')
    const link = page.getByRole('link', { name, exact: true }).first()
    await expect(link).toBeVisible()
    const id = made[index]?.merchantId ?? ''
    await search.fill(id)
    await search.press('Enter')
    await link.click()
    await expect(page).toHaveURL(`/m/${id}`)
    await expect(heading(page, name)).toBeVisible()
    await page.goto(`/m/${id}/integration`)
    await expect(page.getByText('No keys yet')).toBeVisible()
  }
  await page.goto('/m?q=there-is-none')
  await expect(page.getByText('No merchant matches “there-is-none”')).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'All merchants' }).click()
  await looksRight(page)
  expect(await page.evaluate(() => Reflect.get(globalThis, '__x') as unknown)).toBeUndefined()
})
