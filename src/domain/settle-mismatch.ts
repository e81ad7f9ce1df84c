import type {
  MismatchDecision,
  MismatchPolicy,
  Settlement,
  SettleResult,
  Taken,
  Unsettled,
} from './settlement.ts'
import { hasEnded, hasMoney, money, surplus, takenOf, unpaid, withoutMoney } from './take-money.ts'

/** Applies an operator's decision on a held payment; `nothing` when the amount cannot be accepted. */
export function settleDecision(
  input: Pick<Unsettled, 'session' | 'payment'>,
  decision: MismatchDecision,
): SettleResult {
  const { session, payment } = input
  const taken = takenOf(payment)
  if (decision === 'refuse') return { result: 'change', change: refused(session, payment, taken) }
  if (!isAcceptable(session, payment, taken)) return { result: 'nothing' }
  return { result: 'change', change: accepted(session, payment, taken) }
}

/** Settles an amount other than the one that was asked. Money that goes back in any case needs no decision. */
export function otherAmount(input: Unsettled, taken: Taken): Settlement {
  const { session, payment, latePolicy, mismatchPolicy } = input
  const isWanted =
    payment.isLast &&
    !hasMoney(session.paymentStatus) &&
    (session.status === 'open' || latePolicy === 'accept')
  if (!isWanted) return surplus(session, payment, taken)
  const decided = decidedByPolicy(mismatchPolicy, isAcceptable(session, payment, taken))
  const change = decided?.(session, payment, taken) ?? held(session, payment, taken)
  return { ...change, events: ['payment.amount_mismatch', ...change.events] }
}

function decidedByPolicy(policy: MismatchPolicy, canAccept: boolean): typeof refused | undefined {
  switch (policy) {
    case 'hold':
      return undefined
    case 'accept':
      return canAccept ? accepted : undefined
    case 'refund':
      return refused
  }
}

/** Whether an amount can be accepted: above 0, in the one currency of the session's sums, for a session that is not paid. */
function isAcceptable(
  session: Unsettled['session'],
  { currency }: Unsettled['payment'],
  taken: Taken,
): boolean {
  return taken.capturedMinor > 0 && taken.currency === currency && !hasMoney(session.paymentStatus)
}

function accepted(
  session: Unsettled['session'],
  payment: Unsettled['payment'],
  taken: Taken,
): Settlement {
  return { ...money(session, payment, taken, 'accept'), decided: 'accept' }
}

function held(
  session: Unsettled['session'],
  payment: Unsettled['payment'],
  taken: Taken,
): Settlement {
  return {
    payment: {
      status: 'amount_mismatch',
      declineCode: null,
      action: null,
      captured: false,
      late: payment.late || hasEnded(payment),
      taken,
    },
    session: unpaid(session, 'amount_mismatch'),
    events: [],
    refund: false,
    decided: null,
  }
}

function refused(
  session: Unsettled['session'],
  payment: Unsettled['payment'],
  taken: Taken,
): Settlement {
  const after = withoutMoney(payment, 'processing_error')
  const endsHold = after.status === 'voided' && payment.status !== 'voided'
  const isCanceled = endsHold && session.status === 'open'
  return {
    payment: {
      ...after,
      action: null,
      captured: false,
      late: payment.late || hasEnded(payment),
      taken,
    },
    session: {
      ...unpaid(session, after.status),
      status: isCanceled ? 'canceled' : session.status,
    },
    events:
      after.status === 'failed'
        ? ['payment.failed']
        : [
            ...(endsHold ? (['payment.voided'] as const) : []),
            ...(isCanceled ? (['session.canceled'] as const) : []),
          ],
    refund: taken.capturedMinor > 0,
    decided: 'refuse',
  }
}
