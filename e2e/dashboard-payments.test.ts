import { z } from 'zod'
import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { openShop } from './dashboard-shop.ts'

const Answer = z.looseObject({
  timeline: z.looseObject({ payments: z.array(z.looseObject({})) }),
})

async function openOrders() {
  const { merchantId, client } = await openShop()
  const open = () =>
    client.sessions.create({ merchantId, amount: 25_990, orderReference: 'A-1001' })
  const simulated = async (...outcomes: ('pay' | 'processor_timeout')[]) => {
    const session = await open()
    for (const outcome of outcomes) await client.sandbox.simulate(session.id, { outcome })
    return { ...session, address: `/m/${merchantId}/payments/${session.id}` }
  }
  return { client, simulated }
}

test('By keyboard alone: half is refunded, and then the rest', async ({ page }) => {
  const { client, simulated } = await openOrders()
  const { id, address } = await simulated('pay')
  await signIn(page, await invite())
  await page.goto(address)
  await expect(heading(page, 'Payment A-1001')).toBeFocused()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Refund payment A-1001?' })
  const amount = dialog.getByLabel('Amount in BRL')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('259.90')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('259,91')
  await expect(dialog.getByText('Type an amount from R$0.01 to R$259.90.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('129,95')
  await expect(dialog.getByText('--amount 12995')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Refund R$129.95' })).toBeVisible()
  await looksRight(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible()
  await expect(page.getByText('The refund was made.')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: 'R$129.95 of it was refunded' }),
  ).toBeVisible()
  await looksRight(page)

  await page.keyboard.press('r')
  await expect(amount).toHaveValue('129.95')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'refunded in full' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  expect(await client.sessions.get(id)).toMatchObject({ paymentStatus: 'refunded' })
})

test('Support refunds up to a limit, in Portuguese', async ({ browser }) => {
  const { simulated } = await openOrders()
  const { address } = await simulated('pay')
  const link = await invite(checkoutCommand, { role: 'support', 'refund-limit': '100.00:BRL' })
  const context = await browser.newContext({ locale: 'pt-BR' })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.goto(address)
  await page.getByRole('button', { name: 'Reembolsar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('até R$ 100,00')).toBeVisible()
  await expect(dialog.getByLabel('Valor em BRL')).toHaveValue('100,00')
  await dialog.getByRole('button', { name: 'Reembolsar R$ 100,00' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reembolsar', exact: true })).toBeHidden()
  await looksRight(page)
  await context.close()
})

test('A payment of unknown outcome is asked about, and a session is canceled', async ({ page }) => {
  const { client, simulated } = await openOrders()
  const stuck = await simulated('processor_timeout')
  await signIn(page, await invite())
  await page.goto(stuck.address)
  await expect(page.getByRole('button', { name: 'Cancel the session' })).toBeHidden()
  await page.getByRole('button', { name: 'Ask the processor now' }).click()
  await expect(
    page.getByText(/The processor (did not answer|was asked a moment ago)/),
  ).toBeVisible()
  await looksRight(page)
  await client.sandbox.simulate(stuck.id, { outcome: 'pay' })
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Paid: R$259.90' })).toBeVisible()

  const open = await simulated()
  await page.goto(open.address)
  await page.getByRole('button', { name: 'Cancel the session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the session A-1001?' })
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Cancel the session' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'was canceled' })).toBeVisible()
  expect(await client.sessions.get(open.id)).toMatchObject({ status: 'canceled' })
})

test('Another amount, and money that is owed, show both sums and what can be done', async ({
  page,
}) => {
  const { simulated } = await openOrders()
  const { address, id } = await simulated('pay')
  await signIn(page, await invite())
  // The response is changed, because the simulated processor always takes what was asked, and refunds what it owes.
  let change: object = { status: 'amount_mismatch', captured: { amount: 20_000, currency: 'BRL' } }
  await page.route(`**/api/timeline/${id}`, async (route) => {
    const response = await route.fetch()
    const answer = Answer.parse(await response.json())
    const payments = answer.timeline.payments.map((payment) => ({ ...payment, ...change }))
    await route.fulfill({
      response,
      json: { ...answer, timeline: { ...answer.timeline, payments } },
    })
  })
  await page.goto(address)
  const held = page.getByRole('region', { name: 'Another amount was taken than was asked' })
  await expect(held).toContainText('R$259.90')
  await expect(held).toContainText('R$200.00')
  await looksRight(page)
  await held.getByRole('button', { name: 'Keep what was taken' }).click()
  await expect(page.getByRole('dialog', { name: 'Keep R$200.00 of R$259.90?' })).toBeVisible()
  await looksRight(page)
  await page.keyboard.press('Escape')
  await held.getByRole('button', { name: 'Give it back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give back R$200.00?' })
  await dialog.getByLabel('Reason (for the audit log)').fill('agreed on the phone')
  await dialog.getByRole('button', { name: 'Give back R$200.00' }).click()
  await expect(dialog.getByText('Somebody has decided meanwhile.')).toBeVisible()
  await page.keyboard.press('Escape')

  change = { status: 'failed', isOwed: true, owedSince: '2026-11-20T15:00:00.000Z' }
  await page.reload()
  const owed = page.getByRole('region', { name: 'Money is owed back' })
  await expect(owed).toContainText('R$259.90')
  await expect(owed.getByRole('button', { name: 'Settled elsewhere' })).toBeVisible()
  await looksRight(page)
  await owed.getByRole('button', { name: 'Try again now' }).click()
  await expect(owed.getByText('Nothing is owed any longer.')).toBeVisible()
})
