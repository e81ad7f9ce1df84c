import type { Environment } from '../../contract/environment.ts'
import type { Health } from '../../contract/health.ts'

/** Liveness: it says that the process answers, and asks neither the database nor the processor. */
export function healthOf(environment: Environment): Health {
  return { status: 'ok', environment }
}
