import type { Page } from 'playwright/test'
import type { PageTroubleKind } from '#contract/reports.ts'

interface Report {
  kind: PageTroubleKind
  what: string
}

/** Intercepts the page's reports, so that they do not count in the metric that ends a run. */
export async function interceptReports(page: Page): Promise<Report[]> {
  const reports: Report[] = []
  await page.route('**/reports', (route) => {
    reports.push(route.request().postDataJSON() as Report)
    return route.fulfill({ status: 204 })
  })
  return reports
}
