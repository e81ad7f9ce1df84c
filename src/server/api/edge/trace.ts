import { PROBLEMS } from '#contract/problem.ts'
import { parseTraceparent } from '../../tracing/traceparent.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import type { Answer, EdgeCall, Step } from './call.ts'

const SERVER_ERROR = 500

/**
 * Runs a call in a span, which continues the trace of an authenticated caller. Comes after authentication, so that a caller
 * without a key cannot choose the trace, and calls refused earlier cost no span. `tracestate` and `baggage` are ignored.
 */
export function trace(tracer: Tracer): Step {
  return (call, next) => {
    const { id, operation, requestId, request, caller } = call
    const method = operation.method.toUpperCase()
    return tracer.inSpan(
      {
        name: `${method} ${operation.path}`,
        kind: 'server',
        parent:
          caller === undefined ? undefined : parseTraceparent(request.headers.get('traceparent')),
        attributes: {
          'http.request.method': method,
          'http.route': operation.path,
          'checkout.operation': id,
          'checkout.request.id': requestId,
          'checkout.caller': caller?.kind ?? 'anyone',
          'checkout.merchant.id': caller?.kind === 'merchant' ? caller.merchant.id : undefined,
        },
      },
      async (span) => {
        const answer = await next(call)
        const status = statusOf(call, answer)
        const { result } = answer
        span.set({
          'http.response.status_code': status,
          'error.type': result.outcome === 'refused' ? result.code : undefined,
        })
        if (status >= SERVER_ERROR)
          span.fail(result.outcome === 'refused' ? result.code : String(status))
        return answer
      },
    )
  }
}

function statusOf({ operation }: EdgeCall, { result }: Answer): number {
  if (result.outcome === 'refused') return PROBLEMS[result.code].status
  return result.outcome === 'written' ? result.status : operation.status
}
