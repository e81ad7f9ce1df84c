import { useSuspenseQuery } from '@tanstack/react-query'
import type { Me } from '#contract/dashboard/me.ts'
import type { Extent, Permission } from '#contract/dashboard/permissions.ts'
import { meQuery } from '../calls/me.ts'
import { useDeps } from '../deps.ts'

/** How far a person may go at a merchant (null: at the operator); undefined: not at all. The server decides again. */
export function extentAt(
  { memberships }: Pick<Me, 'memberships'>,
  permission: Permission,
  merchantId: string | null,
): Extent | undefined {
  const extents = memberships
    .filter((own) => own.merchantId === null || own.merchantId === merchantId)
    .flatMap(({ may }) => may[permission] ?? [])
  return extents.includes('all') ? 'all' : extents[0]
}

export function useExtent(permission: Permission, merchantId: string | null): Extent | undefined {
  const { data: me } = useSuspenseQuery(meQuery(useDeps()))
  return extentAt(me, permission, merchantId)
}

/** How much of one payment a person may have refunded at a merchant, in minor units; infinite without a limit. */
export function refundLimitAt(
  { memberships }: Pick<Me, 'memberships'>,
  merchantId: string,
  currency: string,
): number {
  const limits = memberships
    .filter((own) => own.merchantId === null || own.merchantId === merchantId)
    .map(({ may, refundLimits }) => {
      const extent = may['payments:refund']
      if (extent === 'all') return Infinity
      return extent === 'up_to_limit' ? (refundLimits?.[currency] ?? 0) : 0
    })
  return Math.max(0, ...limits)
}
