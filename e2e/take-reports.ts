import type { Page } from 'playwright/test'
import type { PageTroubleKind } from '../src/contract/reports.ts'

interface Told {
  kind: PageTroubleKind
  what: string
}

/** What the page tells its operator. It does not reach the metric, which says that no flow had trouble. */
export async function takeReports(page: Page): Promise<Told[]> {
  const told: Told[] = []
  await page.route('**/reports', (route) => {
    told.push(route.request().postDataJSON() as Told)
    return route.fulfill({ status: 204 })
  })
  return told
}
