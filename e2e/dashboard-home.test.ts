import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { openShop } from './dashboard-shop.ts'

test('A payment in doubt needs its merchant, and leads to its timeline; a new one is there just now', async ({
  page,
}) => {
  const { merchantId, client } = await openShop()
  const open = (orderReference: string) =>
    client.sessions.create({ merchantId, amount: 25_990, orderReference })
  await signIn(page, await invite(checkoutCommand, { merchant: merchantId, role: 'owner' }))
  const needs = page.getByRole('region', { name: 'Needs you' })
  const justNow = page.getByRole('region', { name: 'Just now' })
  await expect(needs.getByText('Nothing needs you')).toBeVisible()
  await expect(justNow.getByText('No payments yet')).toBeVisible()
  await looksRight(page)

  const { id } = await open('A-1001')
  await client.sandbox.simulate(id, { outcome: 'processor_timeout' })
  await expect(justNow.getByRole('link', { name: 'A-1001' })).toBeVisible()
  await client.sandbox.clock.advance({ by: '21m' })
  await page.reload()
  await expect(needs.getByText('Outcome unknown')).toBeVisible()
  await looksRight(page)
  await needs.getByRole('link', { name: 'A-1001' }).click()
  await expect(heading(page, 'Payment A-1001')).toBeVisible()
})
