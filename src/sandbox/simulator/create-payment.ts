import type { PaymentOutcome } from '#domain/settle.ts'
import { recordCharge } from './ledger.ts'
import type { PaymentPlan, RefusedRequest } from './payment-plan.ts'
import { findPayment, insertPayment } from './payment-rows.ts'
import { planPayment } from './methods/plan-payment.ts'
import type { Simulator } from './simulator.ts'
import type { PaymentRequest } from './simulator-messages.ts'
import { outcomeOf, type StoredPayment } from './stored-payment.ts'
import { refundBehaviorOf } from './test-payers.ts'
import { inTransaction } from './transaction.ts'
import { isVoided, lockPaymentId, VOIDED } from './voided-payments.ts'

export type CreateResult =
  | { result: 'created' | 'replayed'; outcome: PaymentOutcome; isSilent: boolean }
  /** The id belongs to a payment of another amount, currency or method. */
  | { result: 'conflict' }
  | { result: 'refused'; reason: RefusedRequest['refused'] }

/** Creates a payment idempotently by its id, under concurrent requests too. */
export async function createPayment(
  simulator: Simulator,
  request: PaymentRequest,
): Promise<CreateResult> {
  const now = simulator.clockOf(request.merchantId)
  const plan = await planPayment(request.method, { simulator, request, now })
  if ('refused' in plan) return { result: 'refused', reason: plan.refused }
  const payment = plannedPayment(request, plan, now)
  return inTransaction(simulator.pool, async (client) => {
    await lockPaymentId(client, payment.id)
    const stored = await findPayment(client, payment.id)
    if (stored !== undefined) {
      return isSamePayment(stored, payment)
        ? { result: 'replayed', outcome: outcomeOf(stored), isSilent: false }
        : { result: 'conflict' }
    }
    if (await isVoided(client, payment.id)) {
      return { result: 'replayed', outcome: VOIDED, isSilent: false }
    }
    await insertPayment(client, payment, { due: plan.due ?? null, now })
    if (payment.status === 'succeeded') await recordCharge(client, payment, now)
    return { result: 'created', outcome: outcomeOf(payment), isSilent: plan.isSilent ?? false }
  })
}

function plannedPayment(request: PaymentRequest, plan: PaymentPlan, now: Date): StoredPayment {
  return {
    id: request.paymentId,
    method: request.method.type,
    amountMinor: request.amountMinor,
    currency: request.currency,
    card: plan.card ?? null,
    challengeToken: plan.challengeToken ?? null,
    merchantId: request.merchantId,
    merchantName: request.merchantName,
    returnUrl: plan.challengeToken === undefined ? null : request.returnUrl,
    refundBehavior: refundBehaviorOf(request.customer.email),
    reversedMinor: 0,
    isSilent: plan.isUnknown ?? false,
    createdAt: now,
    paidAt: null,
    ...plan.state,
  }
}

function isSamePayment(one: StoredPayment, other: StoredPayment): boolean {
  return (
    one.method === other.method &&
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency
  )
}
