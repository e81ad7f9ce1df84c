import type { PaymentMethod } from '#contract/payment.ts'
import { isLive } from '#domain/payment-state.ts'
import { firstMethod } from '#domain/methods/methods.ts'
import type { PaymentRecord } from '#server/database/payments/payments.ts'
import type { SessionWithPayment } from '#server/database/sessions/sessions.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { PAYMENTS, OUTCOMES, type PlannedPayment } from './methods/methods.ts'
import type { Decided } from './outcome-rules.ts'

/** The payment to make for an outcome in a session without a live one; `undefined` when the outcome needs none. */
export function paymentFor(
  simulated: Decided,
  offered: readonly PaymentMethod[],
): PlannedPayment | Refused | undefined {
  if (simulated.outcome === 'expire') return undefined
  const wanted = OUTCOMES[simulated.outcome].method ?? firstMethod(offered)
  if (!offered.includes(wanted))
    return refuse('validation_failed', `This session takes ${offered.join(', ')} only.`, {
      fields: [
        {
          path: 'outcome',
          code: 'not_offered',
          message: `needs ${wanted}; this session takes ${offered.join(', ')}`,
        },
      ],
    })
  return PAYMENTS[wanted](simulated)
}

/** Why a live payment cannot reach an outcome. */
export function checkDecidable(
  { outcome }: Decided,
  { status, method }: Pick<PaymentRecord, 'status' | 'method'>,
): Refused | undefined {
  if (status === 'created')
    return refuse('payment_in_progress', 'A payment of this session is just being made.')
  const rules = OUTCOMES[outcome]
  const isOfMethod = rules.method === null || rules.method === method
  if (outcome === 'decline' && !isOfMethod)
    return refuse('validation_failed', 'Only a card can be declined.', {
      fields: [
        { path: 'outcome', code: 'not_possible', message: `a ${method} is waiting to be paid` },
      ],
    })
  if (isOfMethod && rules.fits(status === 'requires_action')) return undefined
  return refuse(
    'payment_in_progress',
    `A payment by ${method} is in progress, which cannot come to ${outcome}.`,
  )
}

/** Whether an expired session has a voucher that can still be paid late. */
export function canBePaidLate({ outcome }: Decided, session: SessionWithPayment): boolean {
  const { status, payment } = session
  const { isLate, method } = OUTCOMES[outcome]
  return (
    isLate === true &&
    (status === 'expired' || status === 'canceled') &&
    payment?.method === method &&
    payment.capturedMinor === 0
  )
}

/** Why a session did not reach its outcome: a concurrent change came first, or the processor refused. */
export function checkReached(simulated: Decided, session: SessionWithPayment): Refused | undefined {
  if (OUTCOMES[simulated.outcome].isReached(session, simulated)) return undefined
  const { status, payment } = session
  if (status !== 'open') return refuse('session_not_open', `The session is ${status}.`)
  if (payment !== null && isLive(payment.status))
    return refuse('payment_in_progress', 'Another payment of this session is in progress.')
  return refuse('validation_failed', 'The processor does not do that with this session.', {
    fields: [
      {
        path: 'outcome',
        code: 'not_possible',
        message: `the payment ended as ${payment?.declineCode ?? 'none'}`,
      },
    ],
  })
}
