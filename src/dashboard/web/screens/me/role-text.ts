import type { Me } from '../../../../contract/dashboard/me.ts'
import type { SayOnDashboard } from '../../../../words/dashboard-page-words.ts'
import { roleName } from '../../parts/role-name.ts'

/** "Support of Norte Livros". A role that this release does not know is shown by its name. */
export function roleText(
  say: SayOnDashboard,
  { role, merchantId, merchantName }: Me['memberships'][number],
): string {
  const name = roleName(say, role)
  return merchantId === null
    ? say('role.operator', { role: name })
    : say('role.merchant', { role: name, merchant: merchantName ?? merchantId })
}
