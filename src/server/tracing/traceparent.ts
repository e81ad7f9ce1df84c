import type { Fetch } from '#contract/fetch.ts'
import type { SpanContext, Tracer } from './tracer.ts'

/** https://www.w3.org/TR/trace-context/#traceparent-header: later versions may append fields. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Parses a `traceparent`; undefined when it is malformed. */
export function parseTraceparent(text: string | null | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (version === '00' && more !== undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export function formatTraceparent({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Adds the current span to each request, as `traceparent`. Only for calls between our own processes. */
export function withTraceparent(tracer: Tracer, fetch: Fetch): Fetch {
  return (request) => {
    const span = tracer.current()
    if (span !== undefined) request.headers.set('traceparent', formatTraceparent(span))
    return fetch(request)
  }
}
