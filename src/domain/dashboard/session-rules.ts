import type { Layout } from '../layout.ts'

/** How a person of the dashboard signed in. */
export type SignInMethod = 'link' | 'recovery' | 'passkey'

/** The absolute lifetime of a dashboard session, also while it is in use. */
export const SESSION_HOURS = 12
/** The idle time-out: a session without a request for so long ends. */
export const IDLE_MINUTES = { local: 8 * 60, production: 30 } as const

/**
 * Whether a session gives access to the dashboard: in production's layout only after a sign-in by passkey. Any other session may only
 * register a passkey.
 */
export function opensDashboard(how: SignInMethod, layout: Layout): boolean {
  return how === 'passkey' || layout === 'local'
}
