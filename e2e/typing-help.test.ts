import type { Page } from 'playwright/test'
import { expect, type Merchant, test } from './fixtures.ts'
import { servePostalCodes } from './postal-codes.ts'

async function openAddress(page: Page, merchant: Merchant) {
  const session = await merchant.createSession({
    paymentMethods: ['pix'],
    collect: { name: 'hidden', taxId: 'hidden', billingAddress: 'required' },
  })
  await page.goto(session.url)
  return session
}

test('A CEP chooses the state, and the focus stays', async ({ merchant, page }) => {
  await openAddress(page, merchant)
  await page.getByLabel('CEP').pressSequentially('01302000')
  await expect(page.getByLabel('State')).toHaveValue('SP')
  await expect(page.getByLabel('CEP')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'State: São Paulo' })).toBeAttached()
})

test("S-131: the operator's service fills in street and city while the shopper goes on", async ({
  merchant,
  page,
}) => {
  // Other flows type other CEPs meanwhile.
  const service = await servePostalCodes()
  await openAddress(page, merchant)
  await page.getByLabel('CEP').pressSequentially('01310100')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Street', { exact: true })).toHaveValue('Avenida Paulista')
  await expect(page.getByLabel('District')).toHaveValue('Bela Vista')
  await expect(page.getByLabel('City')).toHaveValue('São Paulo')
  await expect(page.getByLabel('State')).toHaveValue('SP')
  service.close()
})

test('A house number is asked for by itself, and "s/n" is one', async ({ merchant, page }) => {
  const { id } = await openAddress(page, merchant)
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('CEP').fill('01302000')
  await page.getByLabel('Street', { exact: true }).fill('Rua da Consolação')
  await page.getByLabel('City').fill('São Paulo')
  await expect(page.getByLabel('State')).toHaveValue('SP')
  const pay = page.getByRole('button', { name: 'Get Pix code' })
  await pay.click()
  const number = page.getByLabel('Number')
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription('Enter the street and number.')
  await number.fill('s/n')
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  const { customer } = await merchant.client.sessions.get(id)
  expect(customer?.billingAddress?.line1).toBe('Rua da Consolação, s/n')
})

test('Help that comes late leaves what is being typed alone', async ({ merchant, page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/later-screens/, async (route) => {
    await held.promise
    await route.continue()
  })
  await openAddress(page, merchant)
  await page.getByLabel('CEP').pressSequentially('01302000')
  const street = page.getByLabel('Street', { exact: true })
  await street.pressSequentially('Rua da Consol')
  held.resolve()
  await expect(page.getByLabel('State')).toHaveValue('SP')
  await page.keyboard.type('ação')
  await expect(street).toHaveValue('Rua da Consolação')
})

test('A mistyped e-mail is corrected with the keyboard alone', async ({ merchant, page }) => {
  const session = await merchant.createSession({ paymentMethods: ['pix'] })
  await page.goto(session.url)
  await page.getByLabel('Email').pressSequentially('ana@gmial.com')
  await page.keyboard.press('Tab')
  const button = page.getByRole('button', { name: 'Did you mean ana@gmail.com?' })
  await expect(button).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue('ana@gmail.com')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('What is offered does not move the button that is being pressed', async ({
  merchant,
  page,
}) => {
  const session = await merchant.createSession({
    paymentMethods: ['pix'],
    collect: { name: 'hidden', taxId: 'hidden', email: 'required', phone: 'optional' },
  })
  await page.goto(session.url)
  const pay = page.getByRole('button', { name: 'Get Pix code' })
  // The script is loaded, as after any earlier field.
  await page.getByLabel('Email').pressSequentially('ana@example.com')
  await page.keyboard.press('Tab')
  await page.getByLabel('Email').press('ControlOrMeta+a')
  await page.getByLabel('Email').pressSequentially('ana@gmial.com')
  const box = await pay.boundingBox()
  if (box === null) throw new Error('the button is not on the page')
  await page.mouse.move(box.x + box.width / 2, box.y + 4)
  await page.mouse.down()
  await expect(page.getByLabel('Email')).not.toBeFocused()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(await pay.boundingBox()).toEqual(box)
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Pix code' })).toBeVisible()
})

test('A text that is left shows no spaces at its ends', async ({ merchant, page }) => {
  const session = await merchant.createSession({ paymentMethods: ['pix'] })
  await page.goto(session.url)
  const email = page.getByLabel('Email')
  await email.pressSequentially('ana@example.com')
  await email.blur()
  const clean = await email.screenshot({ animations: 'disabled' })
  // A field that is left before the page is hydrated keeps its spaces until it is left again.
  await expect(async () => {
    await email.clear()
    await email.pressSequentially('   ana@example.com ')
    await email.blur()
    expect((await email.screenshot({ animations: 'disabled' })).equals(clean)).toBe(true)
  }).toPass({ timeout: 60_000 })
})
