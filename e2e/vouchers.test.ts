import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import { expect, test } from './fixtures.ts'

const TAX_ID = '529.982.247-25'

test.describe('Pix', () => {
  test('shows a code that parses, and turns paid by itself', async ({
    checkout,
    merchant,
    page,
  }) => {
    const session = await merchant.createSession({ customer: { email: 'ana@example.com' } })
    await checkout.open(session)
    await checkout.choose('pix')
    await checkout.pay()

    await expect(checkout.pixCode).toBeVisible()
    const code = await page.getByRole('textbox', { name: 'Pix code' }).inputValue()
    expect(parseBrCode(code)).toBeDefined()
    await expect(page.getByRole('img', { name: 'Pix QR code' })).toBeVisible()

    await expect(checkout.paid).toBeVisible()
    expect(await merchant.notified(session.id, 3)).toEqual([
      'payment.requires_action',
      'payment.succeeded',
      'session.completed',
    ])
  })

  test('that expires offers a new one', async ({ checkout, merchant, page }) => {
    await checkout.open(
      await merchant.createSession({ customer: { email: 'expire_immediately@example.com' } }),
    )
    await checkout.choose('pix')
    await checkout.pay()
    await expect(page.getByText('The Pix code has expired')).toBeVisible()
    await expect(checkout.payButton).toBeEnabled()
  })

  test('can be replaced by a card', async ({ checkout, merchant, page }) => {
    const session = await merchant.createSession({ customer: { email: 'fill_never@example.com' } })
    await checkout.open(session)
    await checkout.choose('pix')
    await checkout.pay()
    await expect(checkout.pixCode).toBeVisible()

    await page.getByRole('button', { name: 'Pay another way' }).click()
    await checkout.choose('card')
    await checkout.payByCard('4242424242424242')
    await expect(checkout.paid).toBeVisible()
    expect(await merchant.notified(session.id, 4)).toEqual([
      'payment.requires_action',
      'payment.failed',
      'payment.succeeded',
      'session.completed',
    ])
  })
})

test('A boleto has a line to copy and a barcode, and extends its session to the due date', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({
    customer: { email: 'fill_never@example.com' },
    boleto: { expiresInDays: 5 },
  })
  await checkout.open(session)
  await checkout.choose('boleto')
  await page.getByLabel('Full name').fill('Ana Souza')
  await page.getByLabel('CPF or CNPJ').fill(TAX_ID)
  await checkout.pay()

  await expect(checkout.heading).toHaveText('Your boleto is ready')
  const line = await page.getByRole('textbox', { name: 'Boleto number' }).inputValue()
  expect(line.replaceAll(/\D/g, '')).toHaveLength(47)
  await expect(page.getByRole('img', { name: 'Barcode of the boleto' })).toBeVisible()

  const pdf = await page.getByRole('link', { name: 'Open the boleto (PDF)' }).getAttribute('href')
  const answer = await page.request.get(pdf ?? '')
  expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf' })
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')

  const read = await merchant.client.sessions.get(session.id)
  expect(Date.parse(read.expiresAt)).toBeGreaterThan(Date.parse(session.expiresAt))
  expect(read.paymentStatus).toBe('requires_action')
})

test('A boleto that is paid turns its page paid', async ({ checkout, merchant, page }) => {
  await checkout.open(
    await merchant.createSession({ customer: { email: 'succeed_immediately@example.com' } }),
  )
  await checkout.choose('boleto')
  await page.getByLabel('Full name').fill('Ana Souza')
  await page.getByLabel('CPF or CNPJ').fill(TAX_ID)
  await checkout.pay()
  await expect(checkout.paid).toBeVisible()
})
