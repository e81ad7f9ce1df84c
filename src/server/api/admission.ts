import type { Environment } from '#contract/environment.ts'
import { OPERATIONS, operationsOf, type OperationId } from '#contract/operations.ts'
import type { RandomBytes } from '#domain/id.ts'
import { newRequestId } from '#domain/request-id.ts'
import type { RespondEarly } from '#http/response-parts.ts'
import { transportSecurity } from '#http/security-headers.ts'
import type { ConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { priorityOf, type Priority } from '../limits/priority.ts'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import { refuse } from '../service/outcome.ts'
import { problemParts } from './http/problem-response.ts'

const RETRY_AFTER_SECONDS = 2

/** The refusal of load shedding. */
export const BUSY = refuse(
  'temporarily_unavailable',
  'There is too much to do. Try again in a moment, with the same Idempotency-Key where there is one.',
  { retryAfter: RETRY_AFTER_SECONDS },
)

interface Route {
  id: OperationId
  priority: Priority
  /** Undefined for a path parameter. */
  segments: (string | undefined)[]
}

/**
 * Admission control: refuses when there is no permit. Sheds load before a `Request` is built: at ten times peak throughput, nine of ten calls are refused,
 * and building each would cost up to a tenth of serving it. Unknown paths pass; the API applies the
 * same concurrency limit to them.
 */
export function createAdmission(
  limit: ConcurrencyLimit,
  {
    environment,
    apiUrl,
    random,
    metrics,
  }: {
    environment: Environment
    apiUrl: string
    random: RandomBytes
    metrics: Pick<ServiceMetrics, 'requestServed'>
  },
): RespondEarly {
  const always = transportSecurity(apiUrl)
  const routes = Map.groupBy(operationsOf(environment).flatMap(routeOf), ({ id, segments }) =>
    keyOf(OPERATIONS[id].method.toUpperCase(), segments),
  )
  return (method, target) => {
    const segments = (target.split('?', 1)[0] ?? '').split('/')
    const route = routes.get(keyOf(method, segments))?.find((known) => matches(known, segments))
    if (route === undefined || limit.admits(route.priority)) return undefined
    metrics.requestServed(route.id, 503, 0)
    return problemParts(BUSY, newRequestId(random), always, apiUrl)
  }
}

function routeOf(id: OperationId): Route[] {
  const priority = priorityOf(id)
  if (priority === undefined) return []
  const segments = OPERATIONS[id].path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? undefined : segment))
  return [{ id, priority, segments }]
}

function keyOf(method: string, { length }: readonly unknown[]): string {
  return `${method} ${length}`
}

function matches({ segments }: Route, sent: readonly string[]): boolean {
  return segments.every((segment, index) => segment === undefined || segment === sent[index])
}
