/** Roles of the operator's own people, who see every merchant; the most powerful first. */
export const OPERATOR_ROLES = ['admin', 'support', 'finance', 'viewer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Roles of a merchant's people, who see that merchant alone; the most powerful first. */
export const MERCHANT_ROLES = ['owner', 'developer', 'support', 'finance'] as const
export type MerchantRole = (typeof MERCHANT_ROLES)[number]

/** A role at the operator (`merchantId` null) or at one merchant. A person has at most one at each. */
export type Membership =
  | { merchantId: null; role: OperatorRole }
  | { merchantId: string; role: MerchantRole }

/** How much of one payment a person may refund, in minor units by currency; null: nothing, where the role has a limit. */
export type RefundLimits = Readonly<Record<string, number>> | null

/** A role, and how far it refunds. */
export type LimitedMembership = Membership & { refundLimits?: RefundLimits }

/** A column of the table of permissions: `support` and `finance` exist at the operator and at a merchant. */
export type Seat = OperatorRole | `merchant_${MerchantRole}`

export const SEATS: readonly Seat[] = [
  ...OPERATOR_ROLES,
  ...MERCHANT_ROLES.map((role) => `merchant_${role}` as const),
]

export function seatOf({ merchantId, role }: Membership): Seat {
  return merchantId === null ? role : `merchant_${role}`
}
