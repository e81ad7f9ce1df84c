import { expect, test } from './fixtures.ts'

test('the marks come from the page’s own origin, for ever, and fade but for the typed brand', async ({
  checkout,
  merchant,
  page,
}) => {
  const answers: { url: string; cache: string | undefined }[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'image')
      answers.push({ url: response.url(), cache: response.headers()['cache-control'] })
  })
  await checkout.open(await merchant.createSession())
  const marks = page.getByRole('radiogroup').locator('img')
  await expect(marks).toHaveCount(7)
  await expect
    .poll(() =>
      marks.evaluateAll((images: HTMLImageElement[]) =>
        images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      ),
    )
    .toBe(true)
  const origin = new URL(page.url()).origin
  for (const { url, cache } of answers) {
    expect(new URL(url).origin).toBe(origin)
    if (url.includes('/assets/marks-')) expect(cache).toContain('immutable')
  }
  expect(answers.some(({ url }) => url.includes('/assets/marks-'))).toBe(true)

  const frame = page.frameLocator('iframe[title="Card details"]')
  await frame.getByLabel('Card number').fill('5555 55')
  await expect(page.locator('.mark:not(.faded)')).toHaveCount(1)
  await expect(page.locator('.mark:not(.faded)')).toHaveAttribute('src', /#mastercard$/)
  await expect(frame.locator('#mastercard')).toBeVisible()
  await expect(frame.locator('#visa')).toBeHidden()

  // The count of the other brands leaves no gap.
  await expect(page.getByText('+2')).toBeVisible()
})
