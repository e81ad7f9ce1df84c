import { z } from 'zod'
import { CheckoutClient } from '#client/index.ts'
import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { API_URL } from './product.ts'

const Created = z.object({ merchantId: z.uuid() })
const Issued = z.object({ apiKey: z.string(), keyId: z.string() })
const Invited = z.object({ url: z.string(), userId: z.string() })

let made = 0

/** Invites a person with a role other than admin. */
async function inviteAs(role: string, merchant?: string) {
  made += 1
  return Invited.parse(
    await checkoutCommand('users', 'invite', {
      email: `auditor-${process.pid}-${made}@pay.example`,
      name: 'Ada Lovelace',
      role,
      ...(merchant !== undefined && { merchant }),
    }),
  )
}

/** A merchant with a key, and an order of theirs that was paid. */
async function openShop() {
  const { merchantId } = Created.parse(
    await checkoutCommand('merchants', 'create', { name: 'Norte Livros' }),
  )
  const { apiKey, keyId } = Issued.parse(
    await checkoutCommand('keys', 'issue', { merchant: merchantId }),
  )
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  const email = `${merchantId.slice(0, 8)}@mail.example`
  const paid = await client.sessions.create({ merchantId, amount: 25_990, customer: { email } })
  await client.sandbox.simulate(paid.id, { outcome: 'pay' })
  return { merchantId, apiKey, keyId, email, sessionId: paid.id }
}

test('What somebody does and whom they look at stands under their name', async ({ page }) => {
  const { merchantId, apiKey, keyId, email, sessionId } = await openShop()
  await signIn(page, await invite())
  const find = page.getByRole('searchbox', { name: 'Find' })
  await find.fill(apiKey)
  await find.press('Enter')
  await page.getByRole('button', { name: 'Revoke this key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The key is revoked' })).toBeVisible()
  await page.goto(`/m/${merchantId}/payments/${sessionId}`)
  await page.getByRole('button', { name: 'Show (is recorded)' }).click()
  await expect(page.getByText(email)).toBeVisible()

  await page.getByRole('link', { name: 'Audit' }).first().click()
  await expect(heading(page, 'Who did what')).toBeFocused()
  const revoked = page.getByRole('listitem').filter({ hasText: 'api_key.revoked' }).first()
  await expect(revoked).toContainText(keyId)
  await expect(revoked.getByRole('link', { name: 'Only what Ada Lovelace did' })).toBeVisible()
  await looksRight(page)

  await page.getByRole('textbox', { name: 'Object' }).fill(keyId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`subject=${keyId}`))
  await expect(page.getByRole('listitem').filter({ hasText: 'key.' })).toHaveCount(2)
  await expect(page.getByText('That is all.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Act' }).fill('merchant.created')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await looksRight(page)

  await page.goto(`/m/${merchantId}/audit?what=reads`)
  await expect(heading(page, 'Who read personal data')).toBeVisible()
  const shown = page.getByRole('listitem').filter({ hasText: sessionId })
  await expect(shown).toContainText('Ada Lovelace')
  await expect(shown).toContainText('email')
  await expect(page.locator('main')).not.toContainText(email)
  await looksRight(page)
})

test('Days are those of the chosen zone', async ({ page }) => {
  const { merchantId } = await openShop()
  await signIn(page, await invite())
  const asked = page.waitForRequest((request) => request.url().includes('/api/audit?'))
  await page.goto(`/m/${merchantId}/audit?tz=merchant&from=2026-01-05&until=2026-01-06`)
  const { searchParams } = new URL((await asked).url())
  // The merchant is in Brazil, three hours behind UTC.
  expect(searchParams.get('from')).toBe('2026-01-05T03:00:00.000Z')
  expect(searchParams.get('until')).toBe('2026-01-07T03:00:00.000Z')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('The system shows how it does, and no setting’s value', async ({ page }) => {
  await signIn(page, await invite())
  await page.getByRole('link', { name: 'System' }).click()
  await expect(heading(page, 'System')).toBeFocused()
  await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  await expect(page.getByText('MASTER_KEY', { exact: true })).toBeVisible()
  await looksRight(page)
})

test('A merchant’s support sees their own entries alone, and neither system nor others', async ({
  page,
}) => {
  const { merchantId, email, sessionId } = await openShop()
  const { url, userId } = await inviteAs('support', merchantId)
  await signIn(page, url)
  await page.goto(`/m/${merchantId}/payments/${sessionId}`)
  await page.getByRole('button', { name: 'Show (is recorded)' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'System' })).toHaveCount(0)
  await page.goto(`/m/${merchantId}/audit`)
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'Reads of persons' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: sessionId })).toHaveCount(1)
  expect(userId).toMatch(/^usr_/)
  for (const address of ['/audit', '/system']) {
    await page.goto(address)
    await expect(heading(page, 'There is no such thing, or it is not yours')).toBeVisible()
  }
})

test('A viewer of the operator sees the audit log and the system', async ({ page }) => {
  await signIn(page, (await inviteAs('viewer')).url)
  await page.getByRole('link', { name: 'Audit' }).first().click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'user.signed_in' }).first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'System' }).click()
  await expect(heading(page, 'System')).toBeVisible()
})
