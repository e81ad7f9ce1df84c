import {
  type DashboardActionInput,
  type DashboardAction,
  isSigned,
} from '#contract/dashboard/actions.ts'
import { refundRight } from '#domain/dashboard/refund-right.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { readMerchantOfSession } from '../../database/sessions/sessions.ts'
import { rollBack } from '../outcome.ts'

type Person = Pick<SignedIn, 'memberships'>

/**
 * Whether a person has to sign a dashboard action that they may do. For a refund, throws `RollBack` with `over_limit` when it
 * exceeds what they may refund, and with `not_found` when the payment is not the merchant's.
 */
export async function needsSignature(
  db: Queryable,
  person: Person,
  {
    dashboardAction,
    input,
  }: { dashboardAction: DashboardAction; input: DashboardActionInput<DashboardAction> },
): Promise<boolean> {
  if (dashboardAction === 'refund.create')
    return refundNeedsSignature(db, person, input as DashboardActionInput<'refund.create'>)
  return isSigned(dashboardAction, input)
}

async function refundNeedsSignature(
  db: Queryable,
  { memberships }: Person,
  { merchantId, paymentId, amount, currency }: DashboardActionInput<'refund.create'>,
): Promise<boolean> {
  const payment = await readPayment(db, paymentId)
  const owner = payment && (await readMerchantOfSession(db, payment.sessionId))
  if (payment === undefined || owner !== merchantId) throw rollBack('not_found')
  const refund = { merchantId, amount, refunded: payment.refundedMinor, currency }
  const right = refundRight(memberships, refund)
  if (right === 'over_limit') throw rollBack('over_limit')
  return right !== 'unsigned'
}
