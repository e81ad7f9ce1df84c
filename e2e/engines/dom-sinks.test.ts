import { expect, it } from 'vitest'
import { judgeSinks, tryDomSinks } from '../dom-sinks.ts'
import { serveOpenPage } from '../open-page.ts'
import { describeEngines } from './describe-engines.ts'

describeEngines(
  'sinks',
  (visit) => {
    it("S-44: none of the page and of the card's frame takes a text, and each is reported", async () => {
      const { url, reports, close } = await serveOpenPage()
      const { page } = visit.shopper
      await page.goTo(url)
      const frame = await visit.shopper.cardFields()

      const ofPage = judgeSinks(await page.evaluate(tryDomSinks()))
      expect(ofPage.faults).toEqual([])
      const ofFrame = judgeSinks(await frame.evaluate(tryDomSinks()), { isSandboxed: true })
      expect(ofFrame.faults).toEqual([])
      const count = (document: string) =>
        reports.filter((report) => report === `${document} policy`).length
      await expect.poll(() => count('page')).toBeGreaterThanOrEqual(ofPage.count)
      await expect.poll(() => count('card_frame')).toBeGreaterThanOrEqual(ofFrame.count)
      await close()
    })
  },
  { isTroubled: true },
)
