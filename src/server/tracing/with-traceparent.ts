import type { Fetch } from '#contract/fetch.ts'
import { formatTraceparent } from './traceparent.ts'
import type { Tracer } from './tracer.ts'

/** Adds the current span to each request, as `traceparent`. Only for calls between our own processes. */
export function withTraceparent(tracer: Tracer, fetch: Fetch): Fetch {
  return (request) => {
    const span = tracer.current()
    if (span !== undefined) request.headers.set('traceparent', formatTraceparent(span))
    return fetch(request)
  }
}
