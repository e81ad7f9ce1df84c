import { REPORTS_PATH } from '#contract/reports.ts'
import { createFixedWindow } from '#domain/limits/window.ts'
import type { Client } from '#http/client.ts'
import { networkOf } from '#http/network-of.ts'
import { createUrlRedactor } from '#http/reports/redact-url.ts'
import type { Site } from '../site.ts'

type Serve = (request: Request, client?: Client) => Response | Promise<Response>

const MINUTE_MS = 60_000
/** Enough for a diagnosis: an attacker must not fill the log. */
const LINES_PER_MINUTE_MAX = 120
/** One network does not crowd out the lines of others. */
const LINES_PER_NETWORK_MAX = 30
const SITES = ['cross-site', 'same-site', 'same-origin', 'none']

/**
 * Middleware: logs cross-site and rate-limited requests. Never logs a session's URL or anything about the shopper.
 */
export function logRefused(
  { log, clock, ownOrigin }: Pick<Site, 'log' | 'clock' | 'ownOrigin'>,
  serve: Serve,
): Serve {
  const urls = createUrlRedactor(ownOrigin)
  const window = { windowMs: MINUTE_MS, nowMs: () => clock().getTime() }
  const lines = createFixedWindow(window)
  const ofNetworks = createFixedWindow(window)

  function isOverQuota(client: Client | undefined): boolean {
    const network = client && networkOf(client.address)
    if (network !== undefined && ofNetworks.count(network).count > LINES_PER_NETWORK_MAX)
      return true
    return lines.count().count > LINES_PER_MINUTE_MAX
  }

  return async (request, client) => {
    const response = await serve(request, client)
    const { status } = response
    if (status !== 403 && status !== 429) return response
    const { pathname } = new URL(request.url)
    // Reports have a metric of their own.
    if (status === 429 && pathname === REPORTS_PATH) return response
    if (isOverQuota(client)) return response
    const origin = request.headers.get('origin')
    const site = request.headers.get('sec-fetch-site')
    log.warn(
      {
        requestId: response.headers.get('x-request-id'),
        status,
        method: request.method,
        isCall: pathname.startsWith('/api/'),
        origin: origin === null ? null : urls.redact(origin),
        site: site !== null && SITES.includes(site) ? site : null,
        reference: urls.trace(pathname),
      },
      'a request to the page was refused',
    )
    return response
  }
}
