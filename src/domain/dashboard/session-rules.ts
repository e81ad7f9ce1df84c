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

const FRESH_MINUTES = 5

/**
 * Whether a session may add and remove passkeys: one that came by a link or a recovery code, which is for that, or whose passkey
 * was used a moment ago. Whoever finds an open browser cannot stay.
 */
export function mayChangePasskeys(
  { how, createdAt }: { how: SignInMethod; createdAt: Date },
  now: Date,
): boolean {
  return how !== 'passkey' || now.getTime() - createdAt.getTime() < FRESH_MINUTES * 60_000
}
