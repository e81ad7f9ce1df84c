import type { TranslateDashboard } from '#words/dashboard-page-words.ts'

const ROLES = ['admin', 'support', 'finance', 'viewer', 'owner', 'developer'] as const

/** The name of a role in the page's language. A role that this release does not know keeps its own name. */
export function roleName(t: TranslateDashboard, role: string): string {
  const known = ROLES.find((one) => one === role)
  return known === undefined ? role : t(`role.${known}`)
}
