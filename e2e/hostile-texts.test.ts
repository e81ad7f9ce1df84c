import { expect, test } from './fixtures.ts'
import { HOSTILE_TEXTS, hostilePage, textAsWritten } from './hostile-texts.ts'

test('S-43: XSS payloads of a merchant and of an address are shown and never run', async ({
  checkout,
  merchant,
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const { url } = await hostilePage(merchant)
  await page.goto(url)
  await expect(checkout.payButton).toBeEnabled()
  const shown = await page.locator('body').innerHTML()
  for (const text of HOSTILE_TEXTS) expect(shown).toContain(textAsWritten(text))
  await page.evaluate((hash) => (location.hash = hash), HOSTILE_TEXTS[1] ?? '')
  await page.mouse.move(200, 200)
  expect(await page.evaluate(() => '__x' in window)).toBe(false)
  expect(dialogs).toEqual([])
})
