import type { Page } from 'playwright/test'
import { CARDS } from '#client/testing/index.ts'
import { heading, invite, looksRight, signIn } from './dashboard.ts'
import { expect, test } from './fixtures.ts'
import { ADMIN_URL } from './product.ts'

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }

const row = (page: Page, order: string) => page.getByRole('row').filter({ hasText: order })

test('R-66: dashboard and receipt agree on what was charged, refunded and taken back', async ({
  checkout,
  merchant,
  page,
}) => {
  const payInTwelve = async (orderReference: string) => {
    const session = await merchant.createSession({ installments: PLANS, orderReference })
    await checkout.open(session)
    const plans = page.getByRole('group', { name: /^Installments/ })
    await plans.locator('summary').click()
    await plans.locator('.plan', { hasText: /^12 × R\$24\.57 R\$294\.84 with interest$/ }).click()
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
    return session
  }
  const paid = await payInTwelve('R66-PAID')
  const refunded = await payInTwelve('R66-REFUNDED')
  const takenBack = await payInTwelve('R66-TAKEN-BACK')
  const { client, id: merchantId } = merchant
  await client.sessions.refund(refunded.id, {}, { idempotencyKey: 'r66' })
  await client.sandbox.simulate(takenBack.id, { outcome: 'reverse' })

  await page.goto(takenBack.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your bank returned this payment',
  )
  await expect(page.locator('.summary .total')).toHaveText('R$294.84')
  await expect(page.getByText('nothing left to do')).toBeHidden()
  await page.goto(refunded.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This payment was refunded')

  await signIn(page, await invite())
  await expect(page.getByText('Taken back by a bank')).toBeVisible()
  await page.goto(`${ADMIN_URL}/m/${merchantId}/payments`)
  await expect(row(page, 'R66-PAID')).toContainText(/R\$294\.84.*Paid/)
  await expect(row(page, 'R66-REFUNDED')).toContainText(/R\$294\.84 R\$0\.00 kept.*Refunded/)
  await expect(row(page, 'R66-TAKEN-BACK')).toContainText(/R\$294\.84 R\$0\.00 kept.*Taken back/)
  await looksRight(page)
  await page.getByRole('link', { name: 'Taken back', exact: true }).click()
  await expect(row(page, 'R66-REFUNDED')).toBeHidden()
  await expect(row(page, 'R66-TAKEN-BACK')).toBeVisible()
  for (const [session, word] of [
    [paid, 'Paid'],
    [refunded, 'Refunded'],
    [takenBack, 'Taken back'],
  ] as const) {
    await page.goto(`${ADMIN_URL}/m/${merchantId}/payments/${session.id}`)
    await expect(page.locator('.timeline-amount')).toContainText(word)
    await expect(page.locator('.timeline-amount')).toContainText('R$294.84')
  }
  await expect(page.getByText('Why: a chargeback')).toBeVisible()
  await expect(page.locator('.lanes .outcome', { hasText: 'a chargeback' })).toBeVisible()
  await expect(heading(page, /R66-TAKEN-BACK/)).toBeVisible()
  await expect(page.getByText(/need to pay again/)).toBeHidden()
  await expect(page.getByText(/Decide whether the order still goes out/)).toBeVisible()
  await looksRight(page)
})
