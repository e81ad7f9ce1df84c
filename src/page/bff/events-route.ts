import type { Context } from 'hono'
import type { Checkout } from '#contract/checkout.ts'
import { isSettled } from '#domain/session-state.ts'
import { networkOfClient } from '#http/client.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { openEventStream } from './event-stream.ts'
import { createFollowedSessions } from './followed-sessions.ts'
import { pageCheckout } from './page-view.ts'
import { OTHER_SITE } from './payment-routes.ts'
import { isFromOtherSite } from '#http/same-origin.ts'
import { localeOf, refuseFor, type Site } from './site.ts'
import { createStreamLimit } from './stream-limit.ts'

const RETRY_AFTER_SECONDS = 30
/** Heartbeats of 20 seconds: about half an hour, with jitter, so that streams do not end together. */
const BEATS_MIN = 80
const BEATS_SPREAD = 21

/** `GET /api/checkout/{reference}/events`: server-sent events of a session. */
export function createEventsRoute(site: Site): (context: Context) => Promise<Response> {
  const calls = createCheckoutCalls(site.client)
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
    if (context.req.method === 'HEAD') return headersOnly(context, { reference, requestId })
    const release = limit.acquire(reference, networkOfClient(context))
    if (release === undefined) {
      const refused = { status: 429, code: 'rate_limited', retryAfterSeconds: RETRY_AFTER_SECONDS }
      return site.answers.refused(refused, requestId)
    }
    // 204 is the only response after which a browser does not reconnect.
    let body: ReadableStream<Uint8Array> | null = null
    try {
      await sessions.follow(reference, (checkout, leave) => {
        const afterVersion = lastSeenVersion(context)
        if (hasSeenAll(context, checkout)) return undefined
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

  /** HEAD reads no stream, so it takes no permit and follows nothing. */
  async function headersOnly(
    context: Context,
    { reference, requestId }: { reference: string; requestId: string },
  ): Promise<Response> {
    try {
      const isOver = hasSeenAll(context, await calls.read(reference))
      return site.answers.stream(null, requestId, isOver ? 204 : 200)
    } catch (error) {
      return site.answers.refused(refuseFor(site, error, { reference, requestId }), requestId)
    }
  }
}

/** Whether nothing can change any more that the page does not have. */
function hasSeenAll(context: Context, checkout: Checkout): boolean {
  return isSettled(checkout) && checkout.version <= lastSeenVersion(context)
}

/** A function of its own, so that a stream's closure does not retain the request. */
function writerIn(locale: string): (checkout: Checkout) => string {
  return (checkout) => JSON.stringify(pageCheckout(checkout, locale))
}

/** The version that the page has: from the URL or, on reconnect, from `Last-Event-ID`. */
function lastSeenVersion(context: Context): number {
  const versions = [context.req.query('afterVersion'), context.req.header('last-event-id')]
  return Math.max(
    0,
    ...versions.map((text) => (/^[0-9]{1,9}$/.test(text ?? '') ? Number(text) : 0)),
  )
}
