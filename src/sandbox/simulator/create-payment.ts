import type { PaymentOutcome } from '#domain/settle.ts'
import { disputeDue, type DueEvent } from './due-event.ts'
import { recordCharge, recordOf } from './ledger.ts'
import type { PaymentPlan, RefusedRequest } from './payment-plan.ts'
import { findPayment, insertPayment } from './payment-rows.ts'
import { planPayment } from './methods/plan-payment.ts'
import type { Simulator } from './simulator.ts'
import type { PaymentRequest } from './simulator-messages.ts'
import { outcomeOf, type StoredPayment } from './stored-payment.ts'
import { endOfHold } from './settle-payment.ts'
import { holdBehaviorOf, refundBehaviorOf } from './test-payers.ts'
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
  const payment = plannedPayment(simulator, request, { plan, now })
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
    await insertPayment(client, payment, { due: dueOf(payment, plan, now), now })
    if (payment.status === 'succeeded') await recordCharge(client, payment, now)
    if (payment.status === 'authorized') {
      const { amountMinor } = payment
      await recordOf(client, payment, { kind: 'authorization', amountMinor, now })
    }
    return { result: 'created', outcome: outcomeOf(payment), isSilent: plan.isSilent ?? false }
  })
}

function plannedPayment(
  { captureWithinDays }: Pick<Simulator, 'captureWithinDays'>,
  request: PaymentRequest,
  { plan, now }: { plan: PaymentPlan; now: Date },
): StoredPayment {
  const holdBehavior = holdBehaviorOf(request.customer.email)
  const facts = {
    id: request.paymentId,
    method: request.method.type,
    amountMinor: request.amountMinor,
    currency: request.currency,
    card: plan.card ?? null,
    challengeToken: plan.challengeToken ?? null,
    merchantId: request.merchantId,
    merchantName: request.merchantName,
    returnUrl: plan.challengeToken === undefined ? null : request.returnUrl,
    refundBehavior: plan.refundBehavior ?? refundBehaviorOf(request.customer.email),
    captureMethod: request.captureMethod,
    captureBefore: null,
    capturedMinor: null,
    holdBehavior,
    reversedMinor: 0,
    reinstatedMinor: 0,
    reversalKind: null,
    disputeSteps: [],
    disputedAs: plan.disputedAs ?? null,
    isSilent: plan.isUnknown ?? false,
    createdAt: now,
    paidAt: null,
  }
  const isHeld = plan.state.status === 'succeeded' && request.captureMethod === 'manual'
  if (!isHeld) return { ...facts, ...plan.state }
  const captureBefore = endOfHold({ holdBehavior }, { now, captureWithinDays })
  return { ...facts, status: 'authorized', captureBefore }
}

/** What happens next without a request: a card that would be paid later is held then. */
function dueOf(payment: StoredPayment, { due }: PaymentPlan, now: Date): DueEvent | null {
  if (payment.status === 'authorized') return { type: 'end_hold', at: payment.captureBefore }
  if (due?.type === 'pay' && payment.captureMethod === 'manual')
    return { ...due, type: 'authorize' }
  return payment.status === 'succeeded' ? disputeDue(payment.disputedAs, now) : (due ?? null)
}

function isSamePayment(one: StoredPayment, other: StoredPayment): boolean {
  return (
    one.method === other.method &&
    one.captureMethod === other.captureMethod &&
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency
  )
}
