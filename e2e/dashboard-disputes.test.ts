import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { openShop } from './dashboard-shop.ts'

test('R-109: A dispute needs its merchant, is noted as answered, and is lost', async ({ page }) => {
  const { merchantId, client } = await openShop()
  const customer = { email: 'ada@mail.example' }
  const dispute = async (
    orderReference: string,
    how: { stage?: 'inquiry' | 'chargeback'; respondInDays: number },
  ) => {
    const { id } = await client.sessions.create({
      merchantId,
      amount: 25_990,
      orderReference,
      customer,
    })
    await client.sandbox.simulate(id, { outcome: 'pay' })
    await client.sandbox.simulate(id, { outcome: 'dispute', ...how })
    return id
  }
  await signIn(page, await invite(checkoutCommand, { merchant: merchantId, role: 'owner' }))
  await page.goto(`/m/${merchantId}/disputes`)
  await expect(heading(page, 'Disputes of Norte Livros')).toBeVisible()
  await expect(page.getByText('No dispute waits for an answer')).toBeVisible()
  await looksRight(page)

  await dispute('A-1001', { stage: 'inquiry', respondInDays: 9 })
  const contested = await dispute('A-1002', { respondInDays: 1 })
  await page.goto('/')
  const needs = page.getByRole('region', { name: 'Needs you' })
  await expect(needs.getByText('Dispute to answer')).toBeVisible()
  await needs
    .getByRole('listitem')
    .filter({ hasText: 'Dispute to answer' })
    .getByRole('link')
    .click()
  await expect(heading(page, 'Disputes of Norte Livros')).toBeVisible()
  const orders = page.getByRole('table').getByRole('rowheader')
  await expect(orders).toHaveText(['A-1002', 'A-1001'])
  await looksRight(page)
  await page.getByRole('link', { name: 'Lost', exact: true }).click()
  await expect(page.getByText('No dispute is in this state')).toBeVisible()
  await page.goBack()

  await page.getByRole('link', { name: 'A-1002' }).click()
  await expect(heading(page, 'Dispute over A-1002')).toBeVisible()
  await expect(page.getByText('as the processor says', { exact: true })).toBeVisible()
  await looksRight(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Evidence (PDF)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^dp_\w+\.pdf$/)
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Note something about this dispute' })
  await dialog.getByRole('checkbox', { name: 'Answered in the portal' }).check()
  await dialog.getByLabel('Note', { exact: true }).fill('Proof of delivery')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Note it' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Proof of delivery')
  await looksRight(page)
  const { id } = (await client.disputes.list({ status: 'needs_response' })).data.find(
    ({ sessionId }) => sessionId === contested,
  ) ?? { id: '' }

  await page.getByRole('link', { name: 'The payment, and what became of it' }).click()
  await expect(heading(page, 'Payment A-1002')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Disputed' })).toBeVisible()
  await expect(page.getByText('Nothing is left to refund')).toBeVisible()
  await expect(page.getByText('noted something about the dispute')).toBeVisible()
  await looksRight(page)
  await page.getByRole('region', { name: 'Disputes' }).getByRole('link').click()
  await expect(heading(page, 'Dispute over A-1002')).toBeVisible()
  await page.goto(`/o/${id}`)
  await expect(heading(page, 'Dispute over A-1002')).toBeVisible()

  await client.sandbox.simulate(contested, { outcome: 'dispute_lost' })
  await page.reload()
  await expect(page.getByText('Lost', { exact: true })).toBeVisible()
  await looksRight(page)
})

test('R-109: A refund says that it settles an inquiry', async ({ page }) => {
  const { merchantId, client } = await openShop()
  const { id } = await client.sessions.create({
    merchantId,
    amount: 25_990,
    orderReference: 'A-1003',
    customer: { email: 'ada@mail.example' },
  })
  await client.sandbox.simulate(id, { outcome: 'pay' })
  await client.sandbox.simulate(id, { outcome: 'dispute', stage: 'inquiry' })
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}/payments/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund payment A-1003?' })
  await expect(dialog.getByText('A refund of all of it settles that.')).toBeVisible()
  await looksRight(page)
})
