import { expect, test } from 'playwright/test'
import { judgeSinks, tryDomSinks } from './dom-sinks.ts'
import { serveOpenPage } from './open-page.ts'

test("S-44: no sink of the page and of the card's frame takes a text, and each is reported", async ({
  page,
}) => {
  test.setTimeout(240_000)
  const { url, reports, close } = await serveOpenPage()
  await page.goto(url)
  await page.frameLocator('iframe').getByLabel('Card number').waitFor()
  const [inPage, inFrame] = page.frames()

  const ofPage = judgeSinks(await inPage?.evaluate(tryDomSinks()))
  expect(ofPage.faults).toEqual([])
  const ofFrame = judgeSinks(await inFrame?.evaluate(tryDomSinks()), { isSandboxed: true })
  expect(ofFrame.faults).toEqual([])
  const count = (document: string) =>
    reports.filter((report) => report === `${document} policy`).length
  await expect.poll(() => count('page')).toBeGreaterThanOrEqual(ofPage.count)
  await expect.poll(() => count('card_frame')).toBeGreaterThanOrEqual(ofFrame.count)
  await close()
})
