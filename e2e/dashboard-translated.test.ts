import { DASHBOARD_ROOT_ID } from '#contract/dashboard/root-id.ts'
import { expect, invite, signIn, test } from './dashboard.ts'
import { openShop } from './dashboard-shop.ts'
import { keepChanging } from './keep-changing.ts'

test('R-68: A translated dashboard lives on every screen, and refunds what it shows', async ({
  page,
}) => {
  const { merchantId, client } = await openShop()
  const { id } = await client.sessions.create({
    merchantId,
    amount: 25_990,
    orderReference: 'A-1001',
  })
  await client.sandbox.simulate(id, { outcome: 'pay' })
  await page.addInitScript(keepChanging, `#${DASHBOARD_ROOT_ID} *`)
  await signIn(page, await invite())
  const at = `/m/${merchantId}`
  const ofMerchant = ['', '/integration', '/payments', '/webhook', '/people', '/audit']
  const screens = [
    ...ofMerchant.map((screen) => at + screen),
    '/find#q=A-1001',
    '/payments',
    '/refunds',
    '/disputes',
    '/m',
    '/m/new',
    '/webhooks',
    '/people',
    '/audit',
    '/system',
    '/me',
    '/',
    `${at}/payments/${id}`,
  ]
  for (const screen of screens) {
    // As a link does, without a new document.
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, screen)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/wrong|^$/)
    await expect(page.locator('font').first()).toBeAttached()
  }

  const amounts = page.locator('.timeline-amount')
  await expect(amounts).toContainText('R$259.90')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [typed, shown] of [
    ['100,00', 'R$100.00'],
    ['129,95', 'R$129.95'],
  ] as const) {
    await dialog.getByLabel('Amount in BRL').fill(typed)
    await expect(dialog.getByRole('button', { name: `Refund ${shown}` })).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Refund R$129.95' }).click()
  await expect(dialog).toBeHidden()
  await expect(amounts).toContainText('R$129.95 kept')
  expect(await client.sessions.get(id)).toMatchObject({ amountRefunded: 12_995 })
})
