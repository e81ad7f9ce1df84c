import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'

test('Single keys find, go and are listed; whoever speaks to their computer switches them off', async ({
  page,
}) => {
  await signIn(page, await invite())
  await page.goto('/me')
  await expect(heading(page, 'Your account')).toBeFocused()
  const find = page.getByRole('searchbox', { name: 'Find' })

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list).toBeVisible()
  await looksRight(page)
  // The page behind the dialog does not receive keys.
  await page.keyboard.press('/')
  await expect(find).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.keyboard.press('/')
  await expect(find).toBeFocused()
  await page.keyboard.type('g h ?')
  await expect(find).toHaveValue('g h ?')

  await page.getByRole('checkbox', { name: 'Single keys are shortcuts' }).uncheck()
  await heading(page, 'Your account').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(list).toBeHidden()
  await expect(find).not.toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(find).toBeFocused()

  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Single keys are shortcuts' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Single keys are shortcuts' }).check()
  await heading(page, 'Your account').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(heading(page, 'Start')).toBeVisible()
})
