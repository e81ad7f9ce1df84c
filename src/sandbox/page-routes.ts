import { join } from 'node:path'
import type { AddRoutes } from '#page/bff/bff.ts'
import { loadSinglePage } from '#http/load-single-page.ts'
import { createPaymentRoutes } from '#page/bff/payment-routes.ts'
import { TEST_CARDS_PATH } from './test-cards/processor-test-card.ts'
import { testCardsOf } from './test-cards/processor-test-cards.ts'
import { addPreview } from './preview/preview-routes.ts'
import { addWorkshop } from './workshop/backend/workshop-routes.ts'

export interface PageRoutesOptions {
  /** The directory of the sandbox's build. */
  directory: string
  /** The public address of the API, as the pages for merchants show it. */
  apiUrl: string
  /** The public address of the dashboard. */
  adminUrl: string
}

/** Loads the pages for merchants into memory and returns the routes that the sandbox adds to the page server. */
export async function openPageRoutes({
  directory,
  apiUrl,
  adminUrl,
}: PageRoutesOptions): Promise<AddRoutes> {
  const workshop = await loadSinglePage(join(directory, 'workshop'), 'workshop.json')

  return (app, site, build) => {
    if (site.environment !== 'sandbox') throw new Error('only the sandbox serves these routes')
    if (build.kind === 'loaded' && workshop !== null) {
      addWorkshop(app, site, workshop, { apiUrl, adminUrl })
      addPreview(app, site, build)
    }
    app.get(TEST_CARDS_PATH, async () => {
      const key = await site.client.checkout.cardEncryptionKey().catch(() => undefined)
      return site.answers.data({ cards: key ? testCardsOf(key) : null }, site.newRequestId())
    })
    app.post('/api/checkout/:reference/simulate', createPaymentRoutes(site).simulate)
  }
}
