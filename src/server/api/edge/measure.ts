import type { ServiceContext } from '../../service/context.ts'
import { createAuthFailureLog } from '../../limits/auth-failure-log.ts'
import { isAuthFailure, type ServiceMetrics } from '../../monitoring/metrics.ts'
import type { RefusedCallLog } from '../../monitoring/refused-calls.ts'
import type { Answer, EdgeCall } from './call.ts'

export interface Responded {
  answer: Answer
  response: Response
}

/** Records operation, status and duration of every call, logs authentication failures, and counts refusals of known keys. */
export function measure(
  context: Pick<ServiceContext, 'log' | 'wallClock'>,
  metrics: ServiceMetrics,
  refusedCalls: Pick<RefusedCallLog, 'record'> | undefined,
): (call: EdgeCall, next: (call: EdgeCall) => Promise<Responded>) => Promise<Response> {
  const logRefusal = createAuthFailureLog(context)
  return async (call, next) => {
    const { id, requestId, client } = call
    const startedMs = performance.now()
    const { answer, response } = await next(call)
    const { result, keyId } = answer
    if (result.outcome === 'refused' && isAuthFailure(result.code)) {
      const { code } = result
      metrics.authenticationFailed(code)
      logRefusal({ requestId, operation: id, code, keyId, address: client?.address })
    }
    if (result.outcome === 'refused' && keyId !== undefined) {
      const { code, fields = [] } = result
      const paths = fields.map(({ path }) => path)
      refusedCalls?.record({ keyId, operation: id, code, paths, requestId })
    }
    metrics.requestServed(id, response.status, performance.now() - startedMs)
    return response
  }
}
