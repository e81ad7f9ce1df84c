import type { Context } from 'hono'
import type { Checkout } from '../../contract/checkout.ts'
import { isSettled } from '../../domain/session-state.ts'
import { openEventStream } from './event-stream.ts'
import { createFollowedSessions } from './followed-sessions.ts'
import { pageCheckout } from './page-view.ts'
import { OTHER_SITE } from './payment-routes.ts'
import { isFromOtherSite } from './same-origin.ts'
import { localeOf, refuseFor, type Site } from './site.ts'
import { createStreamLimit } from './stream-limit.ts'

const RETRY_AFTER_SECONDS = 30
/** Of twenty seconds: about half an hour, and not the same for all that began together. */
const BEATS_MIN = 80
const BEATS_SPREAD = 21

/** `GET /api/checkout/{reference}/events`: every change of the session, as it happens. */
export function createEventsRoute(site: Site): (context: Context) => Promise<Response> {
  const sessions = createFollowedSessions(site.client, site)
  const limit = createStreamLimit()
  let opened = 0

  return async (context) => {
    const requestId = site.newRequestId()
    const reference = context.req.param('reference') ?? ''
    if (isFromOtherSite(context.req.raw.headers)) {
      return site.answers.refused(OTHER_SITE, requestId)
    }
    if (!site.isReference(reference)) {
      return site.answers.refused({ status: 404, code: 'not_found' }, requestId)
    }
    const release = limit.acquire(reference)
    if (release === undefined) {
      const refused = { status: 429, code: 'rate_limited', retryAfterSeconds: RETRY_AFTER_SECONDS }
      return site.answers.refused(refused, requestId)
    }
    // The one answer after which a browser does not open the stream again.
    let body: ReadableStream<Uint8Array> | null = null
    try {
      await sessions.follow(reference, (checkout, leave) => {
        const afterVersion = lastSeenVersion(context)
        if (isSettled(checkout) && checkout.version <= afterVersion) return undefined
        const locale = localeOf(site, context, checkout.locale)
        const stream = openEventStream({
          checkout,
          afterVersion,
          beats: BEATS_MIN + ((opened += 1) % BEATS_SPREAD),
          write: writerIn(locale),
          onEnd() {
            release()
            leave()
          },
        })
        context.req.raw.signal.addEventListener('abort', () => stream.end())
        body = stream.body
        return stream
      })
    } catch (error) {
      release()
      return site.answers.refused(refuseFor(site, error, { reference, requestId }), requestId)
    }
    if (body === null) release()
    return site.answers.stream(body, requestId)
  }
}

/** Apart from the route, so that a stream does not hold its whole request. */
function writerIn(locale: string): (checkout: Checkout) => string {
  return (checkout) => JSON.stringify(pageCheckout(checkout, locale))
}

/** What the page knows: from its address, or, when the browser opens the stream again, from the last event. */
function lastSeenVersion(context: Context): number {
  const versions = [context.req.query('afterVersion'), context.req.header('last-event-id')]
  return Math.max(
    0,
    ...versions.map((text) => (/^[0-9]{1,9}$/.test(text ?? '') ? Number(text) : 0)),
  )
}
