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
