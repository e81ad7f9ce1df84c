import { addAuthenticator, expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'

test('A passkey is made, its recovery codes are shown once, and it signs in without a link', async ({
  page,
}) => {
  await addAuthenticator(page)
  await signIn(page, await invite())
  await page.goto('/me')
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await expect(heading(page, 'Welcome, Ada Lovelace')).toBeFocused()
  await looksRight(page)
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(heading(page, 'Your recovery codes')).toBeFocused()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await looksRight(page)
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(heading(page, 'Start')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Your account')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await looksRight(page)
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Your session has ended')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(heading(page, 'Start')).toBeVisible()
})
