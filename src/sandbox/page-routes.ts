import { join } from 'node:path'
import type { AddRoutes } from '../page/bff/bff.ts'
import { createPaymentRoutes } from '../page/bff/payment-routes.ts'
import { addPreview } from './preview/preview-routes.ts'
import { loadWorkshop } from './workshop/backend/load-workshop.ts'
import { addNotificationCalls } from './workshop/backend/notification-calls.ts'
import { addWorkshop } from './workshop/backend/workshop-routes.ts'

export interface PageRoutesOptions {
  /** The sandbox's build. */
  directory: string
  /** Where merchants call the API: the pages for merchants name it. */
  apiUrl: string
}

/** What the sandbox serves beside the shopper's page, with the pages for merchants read into memory. */
export async function openPageRoutes({ directory, apiUrl }: PageRoutesOptions): Promise<AddRoutes> {
  const workshop = await loadWorkshop(join(directory, 'workshop'))

  return (app, site, build) => {
    if (site.environment !== 'sandbox') throw new Error('only the sandbox serves these routes')
    if (build.kind === 'loaded' && workshop !== null) {
      addWorkshop(app, site, workshop, apiUrl)
      addPreview(app, site, build)
    }
    app.post('/api/checkout/:reference/simulate', createPaymentRoutes(site).simulate)
    addNotificationCalls(app, site)
  }
}
