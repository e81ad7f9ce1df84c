import type { Environment } from '#contract/environment.ts'
import type { Health } from '#contract/health.ts'
import { OPERATIONS } from '#contract/operations.ts'
import type { RandomBytes } from '#domain/id.ts'
import { newRequestId } from '#domain/request-id.ts'
import type { RespondEarly } from '#http/response-parts.ts'
import { transportSecurity } from '#http/security-headers.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import { done } from '../service/outcome.ts'
import { answerParts } from './http/answer.ts'

/**
 * Answers liveness before a `Request` is built, with the status, headers and body of the API: it needs no key, no
 * permit and no database. Other spellings (a query, HEAD) are left to the API.
 */
export function createLiveness({
  environment,
  apiUrl,
  random,
  metrics,
}: {
  environment: Environment
  apiUrl: string
  random: RandomBytes
  metrics: Pick<ServiceMetrics, 'requestServed'>
}): RespondEarly {
  const operation = OPERATIONS.readHealth
  const asked = { method: operation.method.toUpperCase(), target: operation.path }
  const always = transportSecurity(apiUrl)
  const { status, headers, body } = answerParts(operation, done(healthOf(environment)), '', always)
  return (method, target) => {
    // guard: liveness-at-the-door
    if (target !== asked.target || method !== asked.method) return undefined
    metrics.requestServed('readHealth', status, 0)
    return { status, headers: { ...headers, 'X-Request-Id': newRequestId(random) }, body }
  }
}

/** Liveness: shows that the process answers, without a call to the database or the processor. */
export function healthOf(environment: Environment): Health {
  return { status: 'ok', environment }
}
