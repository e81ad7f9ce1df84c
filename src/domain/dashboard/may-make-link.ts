import type { Membership } from '#contract/dashboard/roles.ts'
import { extentOf } from './extent-of.ts'
import { mayGrant } from './may-grant.ts'

export interface LinkToMake {
  /** Where the maker acts: a merchant's id, or null for the operator. */
  merchantId: string | null
  /** The role that the link gives; null: it recovers an account. */
  membership: Membership | null
  /** The roles of the person whose account is recovered. */
  recovered: readonly Membership[]
}

/**
 * Whether a person with these memberships may make a sign-in link: they manage the people there, and may give its role. Only
 * the operator recovers somebody who works elsewhere, too.
 */
export function mayMakeLink(
  own: readonly Membership[],
  { merchantId, membership, recovered }: LinkToMake,
): boolean {
  if (extentOf(own, 'people:manage', { merchantId }) === undefined) return false
  if (membership !== null) return mayGrant(own, membership)
  const isOperator = extentOf(own, 'people:manage', { merchantId: null }) !== undefined
  return isOperator || recovered.every((held) => held.merchantId === merchantId)
}
