import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'

test('On a phone the places are behind a button, and go away once one is chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, await invite())
  const places = page.getByRole('navigation', { name: 'The operator’s places' })
  await expect(places).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(places).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(places).toBeHidden()
  await page.keyboard.press('Enter')
  await places.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page, 'Who did what')).toBeVisible()
  await expect(places).toBeHidden()
  await looksRight(page)
  // On a wider screen the links to places are always visible.
  await expect(places).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
})
