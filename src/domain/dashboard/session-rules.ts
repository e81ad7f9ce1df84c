import type { Environment } from '../../contract/environment.ts'

/** How a person of the dashboard signed in. */
export type SignInMethod = 'link' | 'recovery' | 'passkey'

/** A session ends after this, however busy. */
export const SESSION_HOURS = 12
/** A session ends when nothing was asked for so long. */
export const IDLE_MINUTES = { sandbox: 8 * 60, production: 30 } as const

/** Whether a session opens the dashboard: in production only one that a passkey made. The others may register a passkey. */
export function opensDashboard(how: SignInMethod, environment: Environment): boolean {
  return how === 'passkey' || environment === 'sandbox'
}
