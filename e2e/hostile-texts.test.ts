import { XSS_PAYLOADS } from '../src/testing/xss-payloads.ts'
import { expect, test } from './fixtures.ts'

/** As many as make a session of 60 lines, from all parts of the list. */
const PAYLOADS = XSS_PAYLOADS.filter((_, index) => index % 13 === 0).slice(0, 60)

test('S-43: texts of a merchant and of an address are shown and never run', async ({
  checkout,
  merchant,
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const [first = '', second = '', third = ''] = PAYLOADS
  const session = await merchant.createSession({
    lineItems: PAYLOADS.map((name, index) => ({
      name,
      description: PAYLOADS.at(-index) ?? name,
      quantity: 1,
      unitAmount: 100,
    })),
    orderReference: second,
    description: third,
  })
  const query = new URLSearchParams({ locale: first, from: second, x: third })
  await page.goto(`${session.url}?${query}#${encodeURIComponent(first)}`)
  await expect(checkout.payButton).toBeEnabled()
  const shown = await page.locator('body').innerHTML()
  for (const payload of PAYLOADS) expect(shown).toContain(asText(payload))
  await page.evaluate((hash) => (location.hash = hash), second)
  await page.mouse.move(200, 200)
  expect(await page.evaluate(() => '__x' in window)).toBe(false)
  expect(dialogs).toEqual([])
})

/** As a browser writes a text. */
function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
