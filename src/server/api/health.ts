import type { Environment } from '../../contract/environment.ts'
import type { Health } from '../../contract/health.ts'

/** Whoever can read it knows that the process answers; it asks nothing. */
export function healthOf(environment: Environment): Health {
  return { status: 'ok', environment }
}
