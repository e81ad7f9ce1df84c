import type { Context } from 'hono'
import type { Checkout } from '../contract/checkout.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { isSettled } from '../domain/session-state.ts'
import { streamCheckout } from './event-stream.ts'
import { pageCheckout } from './page-view.ts'
import { OTHER_SITE } from './payment-routes.ts'
import { isFromOtherSite } from './same-origin.ts'
import { localeOf, refuseFor, type Site } from './site.ts'
import { createStreamLimit } from './stream-limit.ts'

const RETRY_AFTER_SECONDS = 30

/** `GET /api/checkout/{reference}/events`: every change of the session, as it happens. */
export function createEventsRoute(site: Site): (context: Context) => Promise<Response> {
  const calls = createCheckoutCalls(site.client)
  const limit = createStreamLimit()

  return async (context) => {
    const requestId = site.newRequestId()
    const reference = context.req.param('reference') ?? ''
    if (isFromOtherSite(context.req.raw.headers)) {
      return site.answers.refused(OTHER_SITE, requestId)
    }
    if (!site.isReference(reference)) {
      return site.answers.refused({ status: 404, code: 'not_found' }, requestId)
    }
    const release = limit.take(reference)
    if (release === undefined) {
      const refused = { status: 429, code: 'rate_limited', retryAfterSeconds: RETRY_AFTER_SECONDS }
      return site.answers.refused(refused, requestId)
    }
    try {
      const checkout = await calls.read(reference)
      const afterVersion = lastSeenVersion(context)
      if (isSettled(checkout) && checkout.version <= afterVersion) {
        release()
        // The one answer after which a browser does not open the stream again.
        return site.answers.stream(null, requestId)
      }
      const locale = localeOf(site, context, checkout.locale)
      const body = streamCheckout({
        client: site.client,
        reference,
        checkout,
        afterVersion,
        write: (news: Checkout) => JSON.stringify(pageCheckout(news, locale)),
        clock: site.clock,
        signal: AbortSignal.any([context.req.raw.signal, site.closing]),
        onEnd: release,
      })
      return site.answers.stream(body, requestId)
    } catch (error) {
      release()
      return site.answers.refused(refuseFor(site, error, { reference, requestId }), requestId)
    }
  }
}

/** What the page knows: from its address, or, when the browser opens the stream again, from the last event. */
function lastSeenVersion(context: Context): number {
  const versions = [context.req.query('afterVersion'), context.req.header('last-event-id')]
  return Math.max(
    0,
    ...versions.map((text) => (/^[0-9]{1,9}$/.test(text ?? '') ? Number(text) : 0)),
  )
}
