import { expect, test } from 'playwright/test'
import { trySinks } from './dom-sinks.ts'
import { serveOpenPage } from './open-page.ts'

test("S-44: every DOM XSS sink of the page and of the card's frame is blocked and reported", async ({
  page,
}) => {
  test.setTimeout(240_000)
  const { url, refusedIn, close } = await serveOpenPage()
  await page.goto(url)
  await page.frameLocator('iframe').getByLabel('Card number').waitFor()
  const [inPage, inFrame] = page.frames()

  const { faults, refused } = await trySinks(
    async (text) => inPage?.evaluate(text),
    async (text) => inFrame?.evaluate(text),
  )
  expect(faults).toEqual({ page: [], card_frame: [] })
  await expect.poll(() => refusedIn('page')).toBeGreaterThanOrEqual(refused.page)
  await expect.poll(() => refusedIn('card_frame')).toBeGreaterThanOrEqual(refused.card_frame)
  await close()
})
