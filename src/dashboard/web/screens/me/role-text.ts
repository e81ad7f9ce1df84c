import type { Me } from '../../../../contract/dashboard/me.ts'
import type { SayOnDashboard } from '../../../../words/dashboard-page-words.ts'

const ROLES = ['admin', 'support', 'finance', 'viewer', 'owner', 'developer'] as const

/** "Support of Norte Livros". A role that this release does not know is shown by its name. */
export function roleText(
  say: SayOnDashboard,
  { role, merchantId, merchantName }: Me['memberships'][number],
): string {
  const known = ROLES.find((one) => one === role)
  const name = known === undefined ? role : say(`role.${known}`)
  return merchantId === null
    ? say('role.operator', { role: name })
    : say('role.merchant', { role: name, merchant: merchantName ?? merchantId })
}
