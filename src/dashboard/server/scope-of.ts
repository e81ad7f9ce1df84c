import type { Permission } from '#contract/dashboard/permissions.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import type { Scope } from '#server/service/people/scope.ts'

type Person = Pick<SignedIn, 'memberships'>

/** Where a person may do something: everywhere, or at each of these merchants. Depends on their memberships alone. */
export function scopesOf({ memberships }: Person, permission: Permission): Scope[] {
  if (extentOf(memberships, permission, { merchantId: null }) !== undefined)
    return [{ merchants: 'all' }]
  return memberships.flatMap(({ merchantId }) =>
    merchantId !== null && extentOf(memberships, permission, { merchantId }) !== undefined
      ? [{ merchantId }]
      : [],
  )
}

/** Whether a person may do something at a merchant; null: what belongs to the operator. */
export function mayAt(
  { memberships }: Person,
  permission: Permission,
  merchantId: string | null,
): boolean {
  return extentOf(memberships, permission, { merchantId }) !== undefined
}

/** Why a person may not see something of a merchant; undefined: they may. `not_found` for a merchant of other people. */
export function refusalAt(
  person: Person,
  permission: Permission,
  merchantId: string,
): 'not_found' | 'forbidden' | undefined {
  const sees = person.memberships.some(
    (own) => own.merchantId === null || own.merchantId === merchantId,
  )
  if (!sees) return 'not_found'
  return mayAt(person, permission, merchantId) ? undefined : 'forbidden'
}

/** The merchant of the address, or without one all merchants; undefined where the person may not read them. */
export function scopeToRead(session: SignedIn, merchantId: string | undefined): Scope | undefined {
  if (merchantId !== undefined)
    return mayAt(session, 'payments:read', merchantId) ? { merchantId } : undefined
  return scopesOf(session, 'payments:read').find((scope) => 'merchants' in scope)
}
