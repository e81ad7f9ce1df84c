import { CARDS } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'

test.describe('Card', () => {
  test('pays, notifies the merchant, and redirects to the merchant', async ({
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
    const read = await merchant.client.sessions.get(session.id)
    expect(read).toMatchObject({ status: 'complete', paymentStatus: 'paid', attempts: 1 })

    await page.getByRole('link', { name: 'Back to Norte Livros' }).first().click()
    await expect(page).toHaveURL(
      new RegExp(`^${merchant.inbox.origin}/ok\\?session_id=${session.id}&status=complete`),
    )
  })

  test('paid on a phone begins the receipt at its top', async ({ checkout, merchant, page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(checkout.paid).toBeInViewport()
  })

  test('a decline shows its reason, keeps everything but the security code, and another card pays', async ({
    checkout,
    merchant,
    page,
  }) => {
    const session = await merchant.createSession()
    await checkout.open(session)
    await checkout.payByCard(CARDS.insufficientFunds)

    await expect(page.getByRole('alert').getByText('Insufficient funds')).toBeVisible()
    await expect(page.getByText('You haven’t been charged.')).toBeVisible()
    await expect(checkout.cardField('card-number')).toHaveValue('4000 0000 0000 9995')
    await expect(checkout.card.getByLabel('Expiry date')).toHaveValue('12 / 34')
    await expect(checkout.card.getByLabel('Name on card')).toHaveValue('ANA SOUZA')
    await expect(checkout.cardField('card-code')).toHaveValue('')
    await expect(checkout.card.getByText('Enter the security code again.')).toBeVisible()

    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
    expect(await merchant.notified(session.id, 3)).toEqual([
      'payment.failed',
      'payment.succeeded',
      'session.completed',
    ])
  })

  test('S-65: a card is never sent in plain text', async ({ checkout, merchant, page }) => {
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(request.url() + (request.postData() ?? '')))
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()

    const sent = bodies.join('\n')
    expect(sent).toContain('"encrypted":"')
    expect(sent.replaceAll(/\s/g, '')).not.toContain('4242424242424242')
  })

  test('Enter in the last field pays', async ({ checkout, merchant }) => {
    await checkout.open(await merchant.createSession())
    await checkout.fillCard(CARDS.success)
    await checkout.card.getByLabel('Name on card').press('Enter')
    await expect(checkout.paid).toBeVisible()
  })

  test('errors show at once, with the focus in the first field', async ({
    checkout,
    merchant,
    page,
  }) => {
    await checkout.open(await merchant.createSession({ collect: { email: 'required' } }))
    await checkout.cardField('card-number').fill(CARDS.success)
    await checkout.pay()
    await expect(page.getByRole('alert')).toHaveText(
      'Check 4 fields: Email, Expiry date, Security code, Name on card.',
    )
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Email').fill('ana@example.com')
    await checkout.pay()
    await expect(checkout.card.getByLabel('Expiry date')).toBeFocused()
    await checkout.card.getByLabel('Expiry date').fill('1234')
    await expect(page.getByRole('alert')).toHaveText('Check 2 fields: Security code, Name on card.')
  })

  test('choosing another method and returning keeps the input', async ({
    checkout,
    merchant,
    page,
  }) => {
    await checkout.open(
      await merchant.createSession({ customer: { email: 'fill_never@example.com' } }),
    )
    await checkout.fillCard(CARDS.success)
    await checkout.choose('pix')
    await expect(checkout.cardField('card-number')).toBeHidden()
    await checkout.pay()
    await expect(checkout.pixCode).toBeVisible()
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await checkout.choose('card')
    await expect(checkout.cardField('card-number')).toHaveValue(CARDS.success)
    await checkout.pay()
    await expect(checkout.paid).toBeVisible()
  })

  test('R-40: input and submission before hydration pay once after it', async ({
    checkout,
    merchant,
    page,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto((await merchant.createSession()).url, { waitUntil: 'commit' })
    await checkout.payByCard(CARDS.success)
    await expect(checkout.payButton).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(checkout.paid).toBeVisible()
  })

  test('nothing can be changed while the payment runs', async ({ checkout, merchant, page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/payments?*', async (route) => {
      await released
      await route.continue()
    })
    await checkout.open(await merchant.createSession())
    await checkout.payByCard(CARDS.declined)
    await expect(page.getByRole('button', { name: 'Paying…' })).toBeDisabled()
    const code = page.frameLocator('.card-frame iframe').locator('#card-code')
    await expect(code).toHaveAttribute('placeholder', '•••')
    await page.locator('.method-choice').nth(1).click({ force: true })
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('#method-card')).toBeChecked()
    await expect(page.getByText('Talking to your bank…')).toBeVisible()
    release()
    await expect(page.getByRole('alert').getByText('Your bank declined this card')).toBeVisible()
    await expect(code).toHaveAttribute('placeholder', '3 digits')
    await checkout.choose('pix')
    await expect(page.locator('#method-pix')).toBeChecked()
  })
})
