import type { Page } from 'playwright/test'
import type { PageTroubleKind } from '../src/contract/reports.ts'

interface Told {
  kind: PageTroubleKind
  what: string
}

/** Intercepts the page's reports, so that they do not count in the metric that ends a run. */
export async function takeReports(page: Page): Promise<Told[]> {
  const told: Told[] = []
  await page.route('**/reports', (route) => {
    told.push(route.request().postDataJSON() as Told)
    return route.fulfill({ status: 204 })
  })
  return told
}
