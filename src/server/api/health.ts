import type { Environment } from '#contract/environment.ts'
import type { Health } from '#contract/health.ts'

/** Liveness: shows that the process answers, without a call to the database or the processor. */
export function healthOf(environment: Environment): Health {
  return { status: 'ok', environment }
}
