import type { Me } from '#contract/dashboard/me.ts'
import type { SayOnDashboard } from '#words/dashboard-page-words.ts'
import { roleName } from '../../parts/role-name.ts'

/** A membership in words: "Support of Norte Livros". A role that this release does not know keeps its own name. */
export function roleText(
  say: SayOnDashboard,
  { role, merchantId, merchantName }: Me['memberships'][number],
): string {
  const name = roleName(say, role)
  return merchantId === null
    ? say('role.operator', { role: name })
    : say('role.merchant', { role: name, merchant: merchantName ?? merchantId })
}
