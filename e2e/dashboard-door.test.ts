import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'

test('A link signs in once, by a press; what was looked for opens afterwards', async ({
  browser,
  page,
}) => {
  const link = await invite()
  // Link previews open the URL without a press.
  const elsewhere = await browser.newContext()
  const previewing = await elsewhere.newPage()
  await previewing.goto(link)
  await expect(heading(previewing, 'Sign in')).toBeVisible()

  await page.goto('/me?tz=utc')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText('SANDBOX')).toBeVisible()
  await expect(page).toHaveTitle('[sandbox] Sign in · Checkout')
  await looksRight(page)
  await page.evaluate((token) => location.assign(`#${token}`), link.split('#')[1])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Your account')).toBeVisible()
  expect(page.url()).not.toContain('#')
  await expect(page.getByLabel('Times in')).toHaveValue('utc')
  await looksRight(page)

  await previewing.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(previewing, 'This link does not work')).toBeFocused()
  await elsewhere.close()
})

test('By keyboard alone: sign in, choose a zone, sign out', async ({ page }) => {
  await signIn(page, await invite())
  await page.goto('/me')
  await expect(page.getByText('this browser')).toBeVisible()
  await expect(heading(page, 'Your account')).toBeFocused()
  await page.getByLabel('Times in').focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL('/me?tz=utc')

  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your session has ended')).toBeVisible()
  await page.goto('/me')
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('An address of nothing says so, in the language of the browser', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'pt-PT' })
  const page = await context.newPage()
  await page.goto(await invite())
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(heading(page, 'Início')).toBeVisible()
  await page.goto('/nothing')
  await expect(heading(page, 'Isto não existe, ou não é seu')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await looksRight(page)
  await context.close()
})
