import type { Fetch } from '../../contract/fetch.ts'
import { formatTraceparent } from './traceparent.ts'
import type { Tracer } from './tracer.ts'

/** Sends the span that a call is made in along with it. For calls of our own processes alone. */
export function withTraceparent(tracer: Tracer, fetch: Fetch): Fetch {
  return (request) => {
    const span = tracer.current()
    if (span !== undefined) request.headers.set('traceparent', formatTraceparent(span))
    return fetch(request)
  }
}
