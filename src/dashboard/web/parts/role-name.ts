import type { SayOnDashboard } from '../../../words/dashboard-page-words.ts'

const ROLES = ['admin', 'support', 'finance', 'viewer', 'owner', 'developer'] as const

/** A role that this release does not know is shown by its name. */
export function roleName(say: SayOnDashboard, role: string): string {
  const known = ROLES.find((one) => one === role)
  return known === undefined ? role : say(`role.${known}`)
}
