import type { Locator, Page } from 'playwright/test'

/**
 * Presses where a thing was last drawn. After a scroll the browser may for a moment still send a press to the card's
 * frame, which stood at that place before: it is of another process.
 */
export async function press(page: Page, what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await what.click()
}
