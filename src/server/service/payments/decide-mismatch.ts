import { settleDecision } from '#domain/settle-mismatch.ts'
import type { MismatchDecision } from '#domain/settlement.ts'
import type { Actor } from '../audit/record-audit.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { applySettlement } from './apply-settlement.ts'
import { asUnsettled } from './settle-payment.ts'

export interface Decision {
  paymentId: string
  decision: MismatchDecision
  /** What was taken, as the person who decides has seen it; absent: whatever it is. */
  seen?: { amount: number; currency: string } | undefined
  /** For the audit log. */
  reason?: string | undefined
  actor: Actor
}

/**
 * `not_held`: decided before, or never held. `not_acceptable`: nothing was taken, another currency, or paid already.
 * `amount_changed`: it is not what was seen.
 */
export type Decided = Outcome<
  undefined,
  'not_found' | 'not_held' | 'not_acceptable' | 'amount_changed'
>

/** Applies an operator's decision about a payment whose captured amount differs from the one that was asked. */
export async function decideMismatch(
  context: ServiceContext,
  { paymentId, decision, seen, reason, actor }: Decision,
): Promise<Decided> {
  const known = await readPayment(context.database, paymentId)
  if (known === undefined) return refuse('not_found')
  return context.database.transaction(async (tx): Promise<Decided> => {
    const session = await lockSession(tx, known.sessionId)
    const payment = (await readPayment(tx, paymentId)) ?? known
    if (payment.status !== 'amount_mismatch') return refuse('not_held')
    const currency = payment.capturedCurrency ?? payment.currency
    if (seen !== undefined && (seen.amount !== payment.capturedMinor || seen.currency !== currency))
      return refuse('amount_changed')
    const settled = settleDecision({ session, payment: asUnsettled(payment, session) }, decision)
    if (settled.result === 'nothing') return refuse('not_acceptable')
    const { change } = settled
    await applySettlement(context, tx, { session, payment, change, decider: actor, reason })
    return done(undefined)
  })
}
