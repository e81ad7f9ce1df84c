import { CARDS } from './checkout-page.ts'
import { expect, test } from './fixtures.ts'

test.describe('Card', () => {
  test('pays, is told to the merchant, and leads back to the shop', async ({
    checkout,
    merchant,
    page,
  }) => {
    const session = await merchant.createSession()
    await checkout.open(session)
    await expect(page.getByText('R$259.90').first()).toBeVisible()

    await checkout.payByCard(CARDS.success)

    await expect(checkout.paid).toBeVisible()
    await expect(page.getByText('Visa ending in 4242')).toBeVisible()
    expect(await merchant.notified(session.id, 2)).toEqual([
      'payment.succeeded',
      'session.completed',
    ])
    const told = await merchant.client.sessions.get(session.id)
    expect(told).toMatchObject({ status: 'complete', paymentStatus: 'paid', attempts: 1 })

    await page.getByRole('link', { name: 'Back to Norte Livros' }).first().click()
    await expect(page).toHaveURL(
      new RegExp(`^${merchant.inbox.origin}/ok\\?session_id=${session.id}&status=complete`),
    )
  })

  test('a decline says why, keeps everything but the code, and can be followed by success', async ({
    checkout,
    merchant,
    page,
  }) => {
    const session = await merchant.createSession()
    await checkout.open(session)
    await checkout.payByCard(CARDS.insufficientFunds)

    await expect(page.getByRole('alert').getByText('Your bank declined this card')).toBeVisible()
    await expect(page.getByText('No money has been taken.')).toBeVisible()
    await expect(checkout.cardNumber).toHaveValue('4000 0000 0000 9995')
    await expect(checkout.securityCode).toHaveValue('')

    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
    expect(await merchant.notified(session.id, 3)).toEqual([
      'payment.failed',
      'payment.succeeded',
      'session.completed',
    ])
  })

  test('a card is never sent in clear', async ({ checkout, merchant, page }) => {
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(request.url() + (request.postData() ?? '')))
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()

    const sent = bodies.join('\n')
    expect(sent).toContain('"encrypted":"')
    expect(sent.replaceAll(/\s/g, '')).not.toContain('4242424242424242')
  })

  test('installments with interest are paid in total', async ({ checkout, merchant, page }) => {
    const session = await merchant.createSession({
      installments: { max: 6, interestFree: 2, monthlyInterestBasisPoints: 199 },
    })
    await checkout.open(session)
    await page.getByLabel('Installments').selectOption('6')
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()

    const { payment } = await merchant.client.sessions.get(session.id)
    expect(payment).toMatchObject({ installments: 6, status: 'succeeded' })
    expect(payment?.amount).toBeGreaterThan(session.amount)
  })
})
