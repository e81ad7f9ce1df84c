import type { Me } from '#contract/dashboard/me.ts'
import type { TranslateDashboard } from '#words/dashboard-page-words.ts'
import { roleName } from '../../parts/role-name.ts'

/** A membership in words: "Support of Norte Livros". A role that this release does not know keeps its own name. */
export function roleText(
  t: TranslateDashboard,
  { role, merchantId, merchantName }: Me['memberships'][number],
): string {
  const name = roleName(t, role)
  return merchantId === null
    ? t('role.operator', { role: name })
    : t('role.merchant', { role: name, merchant: merchantName ?? merchantId })
}
