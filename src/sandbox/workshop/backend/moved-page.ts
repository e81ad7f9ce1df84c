import type { Hono } from 'hono'
import { EventId } from '#contract/ids.ts'
import type { Site } from '#page/bff/site.ts'
import { findAddress } from '#domain/dashboard/addresses.ts'

/**
 * Redirects `/notifications`, which is now a part of the dashboard, for bookmarks from one earlier release. The address names
 * no merchant, so the dashboard searches for the event by its id.
 */
export function addMovedPage(app: Hono, { answers, newRequestId }: Site, adminUrl: string): void {
  const redirect = (address: string) => answers.redirect(address, newRequestId())
  app.get('/notifications', () => redirect(adminUrl))
  app.get('/notifications/:page', (context) => {
    const event = EventId.safeParse(context.req.param('page'))
    return redirect(event.success ? adminUrl + findAddress(event.data) : adminUrl)
  })
}
