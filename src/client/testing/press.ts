import type { Locator, Page } from 'playwright/test'

/**
 * Clicks after two animation frames. The card's frame runs in a process of its own: right after a scroll, the browser
 * may still route a click to the frame that was at this place before.
 */
export async function press(page: Page, what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await what.click()
}
