import { REPORTS_PATH } from '../../../contract/reports.ts'
import { createFixedWindow } from '../../../domain/limits/window.ts'
import type { Client } from '../client.ts'
import { createPlaces } from '../reports/tell-place.ts'
import type { Site } from '../site.ts'

type Serve = (request: Request, client?: Client) => Response | Promise<Response>

const MINUTE_MS = 60_000
/** Enough to see what goes on: whoever tries much must not fill the log. */
const LINES_PER_MINUTE_MAX = 120
const SITES = ['cross-site', 'same-site', 'same-origin', 'none']

/**
 * Serves as it is told, and writes down what was refused because of where it came from, or because there was too much of
 * it: never an address of a session, nor who the shopper is.
 */
export function noteRefused(
  { log, clock, ownOrigin }: Pick<Site, 'log' | 'clock' | 'ownOrigin'>,
  serve: Serve,
): Serve {
  const places = createPlaces(ownOrigin)
  const lines = createFixedWindow({ windowMs: MINUTE_MS, nowMs: () => clock().getTime() })

  return async (request, client) => {
    const response = await serve(request, client)
    const { status } = response
    if (status !== 403 && status !== 429) return response
    const { pathname } = new URL(request.url)
    // Of reports there is a count of its own.
    if (status === 429 && pathname === REPORTS_PATH) return response
    if (lines.count().count > LINES_PER_MINUTE_MAX) return response
    const origin = request.headers.get('origin')
    const site = request.headers.get('sec-fetch-site')
    log.warn(
      {
        requestId: response.headers.get('x-request-id'),
        status,
        method: request.method,
        isCall: pathname.startsWith('/api/'),
        origin: origin === null ? null : places.tell(origin),
        site: site !== null && SITES.includes(site) ? site : null,
        reference: places.trace(pathname),
      },
      'a request to the page was refused',
    )
    return response
  }
}
