import { CARDS } from '#client/testing/index.ts'
import { axeFor, lostIn } from './appearance.ts'
import { invite, looksRight, signIn } from './dashboard.ts'
import { expect, test } from './fixtures.ts'
import { ADMIN_URL } from './product.ts'

test('R-108: A refund that comes back leaves the receipt, is named to shopper and merchant, and is made again', async ({
  checkout,
  merchant,
  page,
}) => {
  const { client, id: merchantId } = merchant
  const session = await merchant.createSession({ orderReference: 'R108' })
  await checkout.open(session)
  await checkout.payByCard(CARDS.refundComesBack)
  await expect(checkout.paid).toBeVisible()
  await client.sessions.refund(session.id, { amount: 9_990 }, { idempotencyKey: 'r108' })
  await page.goto(session.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('R$99.90 refunded')

  const isBack = async () => (await client.sessions.get(session.id)).amountRefunded === 0
  await expect.poll(isBack, { timeout: 30_000 }).toBe(true)
  await page.reload()
  const sentence = page.getByText(/^A refund of R\$99\.90 couldn’t be delivered\. Ask /)
  await expect(sentence).toBeVisible()
  await expect(page.getByText('Refunded')).toBeHidden()
  await expect(checkout.receipt('amount')).toHaveText('R$259.90')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await axeFor(page, colorScheme).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  }
  expect(await lostIn(page)).toEqual([])

  await signIn(page, await invite(undefined, { merchant: merchantId, role: 'owner' }))
  await expect(page.getByText('Refund came back')).toBeVisible()
  await page.goto(`${ADMIN_URL}/m/${merchantId}/payments/${session.id}`)
  await expect(
    page.getByText(/A refund of R\$99\.90 was made, and its money came back/),
  ).toBeVisible()

  await client.sessions.refund(session.id, { amount: 1_000 }, { idempotencyKey: 'again' })
  await page.goto(session.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('R$10.00 refunded')
  await expect(sentence).toBeHidden()
})

test('R-106: A refund that the processor does not decide is settled in the dashboard, as its books say', async ({
  checkout,
  clock,
  merchant,
  page,
}) => {
  const { client, id: merchantId } = merchant
  const session = await merchant.createSession({
    orderReference: 'R106',
    customer: { email: 'maria_refund_pending@example.com' },
  })
  await checkout.open(session)
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  // The processor decides it some seconds later, by the merchant's clock.
  await clock.freeze()
  await client.sessions.refund(session.id, { amount: 990 }, { idempotencyKey: 'r106' })

  await signIn(page, await invite())
  await page.goto(`${ADMIN_URL}/m/${merchantId}/payments/${session.id}`)
  await page.getByRole('button', { name: 'Settle the refund of R$9.90' }).click()
  const dialog = page.getByRole('dialog', { name: 'What became of the refund of R$9.90?' })
  await looksRight(page)
  const settle = dialog.getByRole('button', { name: 'Settle it' })
  await settle.click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('radio', { name: 'it has gone back' }).check()
  await dialog.getByLabel(/reason/i).fill('statement of 12 December')
  await expect(dialog.getByText(/refunds settle re_\w+ --as succeeded/)).toBeVisible()
  await settle.click()
  await expect(page.getByText('The refund is settled.')).toBeVisible()
  expect(await client.sessions.get(session.id)).toMatchObject({ amountRefunded: 990 })
  await expect(page.getByText('settled a refund')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Settle the refund/ })).toBeHidden()
})
