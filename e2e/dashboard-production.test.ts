import { z } from 'zod'
import { addAuthenticator, expect, heading, invite, test } from './dashboard.ts'
import { startProductionDashboard, type ProductionDashboard } from './dashboard-production.ts'

const Created = z.object({ merchantId: z.uuid() })
const Issued = z.object({ apiKey: z.string(), keyId: z.string() })

let production: ProductionDashboard
test.beforeAll(async () => {
  production = await startProductionDashboard()
})
test.afterAll(() => production.close())

test('In production a link opens nothing but a passkey, and a leaked key is revoked by two presses', async ({
  page,
}) => {
  const { command, adminUrl, apiUrl } = production
  const { merchantId } = Created.parse(await command('merchants', 'create', { name: 'Loja' }))
  const { apiKey } = Issued.parse(await command('keys', 'issue', { merchant: merchantId }))
  const call = () => fetch(`${apiUrl}/v1/sessions`, { headers: { 'x-api-key': apiKey } })
  expect((await call()).status).toBe(200)

  await addAuthenticator(page)
  await page.goto(await invite(command))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Welcome, Ada Lovelace')).toBeVisible()
  for (const place of ['/', '/me', `/m/${merchantId}/payments/cs_1`]) {
    await page.goto(`${adminUrl}${place}`)
    await expect(page).toHaveURL(`${adminUrl}/welcome`)
  }
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(heading(page, 'Start')).toBeVisible()
  await expect(page.getByText(/sandbox/i)).toHaveCount(0)

  const find = page.getByRole('searchbox', { name: 'Find' })
  await find.fill(apiKey)
  await find.press('Enter')
  await page.getByRole('button', { name: 'Revoke this key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The key is revoked' })).toBeVisible()
  await expect.poll(async () => (await call()).status).toBe(401)
})

test('In production a passkey signs the making of a merchant and the move of its callback', async ({
  page,
}) => {
  const { command, adminUrl, apiUrl } = production
  await addAuthenticator(page)
  await page.goto(await invite(command))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('link', { name: 'Go on' }).click()

  const signed: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/dashboard-actions/'))
      signed.push('signature' in (request.postDataJSON() as object))
  })
  await page.goto(`${adminUrl}/m/new`)
  await page.getByLabel('Name', { exact: true }).fill('Norte Livros')
  await page.getByLabel('Callback URL').fill('http://norte.example/hooks')
  await page.getByRole('button', { name: 'Make the merchant' }).click()
  await expect(page.getByText('In production the address begins with https://')).toBeVisible()
  await page.getByLabel('Callback URL').fill('https://norte.example/hooks')
  await page.getByRole('button', { name: 'Make the merchant' }).click()
  const secrets = page.getByRole('region', { name: 'Key and webhook secret' })
  await secrets.getByRole('button', { name: 'Show' }).click()
  const apiKey = await secrets.getByText(/^hp_live_/).innerText()
  expect((await fetch(`${apiUrl}/v1/sessions`, { headers: { 'x-api-key': apiKey } })).status).toBe(
    200,
  )
  await secrets.getByRole('checkbox').check()
  await secrets.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Send a ping to its webhook' }).click()

  signed.length = 0
  await page.getByRole('button', { name: 'Change the URL' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Before: https://norte.example/hooks')).toBeVisible()
  await dialog.getByLabel('Callback URL').fill('https://norte.example/moved')
  await dialog.getByRole('button', { name: 'Set the URL' }).click()
  await expect(page.getByText('https://norte.example/moved').first()).toBeVisible()
  expect(signed).toEqual([false, true])
})
