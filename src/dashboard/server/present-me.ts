import type { Me } from '#contract/dashboard/me.ts'
import { ALLOWABLE_PERMISSIONS, PERMISSION_NAMES } from '#contract/dashboard/permissions.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { IDLE_MINUTES, opensDashboard } from '#domain/dashboard/session-rules.ts'
import type { DashboardContext } from '#server/service/people/dashboard-context.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'

/** How far one membership allows each permission. */
function mayBy(membership: SignedIn['memberships'][number]): Me['memberships'][number]['may'] {
  const { merchantId, peopleMay } = membership
  const allowed = new Set(ALLOWABLE_PERMISSIONS.filter((name) => peopleMay?.includes(name)))
  return Object.fromEntries(
    PERMISSION_NAMES.map((name) => [name, extentOf([membership], name, { merchantId, allowed })]),
  )
}

/** The person who is signed in, as the page gets them. */
export function presentMe(
  { environment, layout, storeUrl }: Pick<DashboardContext, 'environment' | 'layout' | 'storeUrl'>,
  { id, userId, email, name, how, expiresAt, memberships }: SignedIn,
): Me {
  return {
    environment,
    layout,
    storeUrl,
    user: { id: userId, email, name },
    memberships: memberships.map((membership) => ({
      merchantId: membership.merchantId,
      merchantName: membership.merchantName,
      role: membership.role,
      refundLimits: membership.refundLimits,
      may: mayBy(membership),
    })),
    session: {
      id,
      how,
      opensDashboard: opensDashboard(how, layout),
      expiresAt: expiresAt.toISOString(),
      idleMinutes: IDLE_MINUTES[layout],
    },
  }
}
