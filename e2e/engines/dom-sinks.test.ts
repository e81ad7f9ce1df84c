import { expect, it } from 'vitest'
import { trySinks } from '../dom-sinks.ts'
import { serveOpenPage } from '../open-page.ts'
import { describeEngines } from './describe-engines.ts'

describeEngines(
  'sinks',
  (visit) => {
    it("S-44: every sink of the page and of the card's frame is blocked and reported", async () => {
      const { url, refusedIn, close } = await serveOpenPage()
      const { page } = visit.shopper
      await visit.shopper.opens({ url })
      const frame = await visit.shopper.cardFields()

      const { faults, refused } = await trySinks(
        (text) => page.evaluate(text),
        (text) => frame.evaluate(text),
      )
      expect(faults).toEqual({ page: [], card_frame: [] })
      await expect.poll(() => refusedIn('page')).toBeGreaterThanOrEqual(refused.page)
      await expect.poll(() => refusedIn('card_frame')).toBeGreaterThanOrEqual(refused.card_frame)
      await close()
    })
  },
  { isTroubled: true },
)
