import type { PaymentMethod } from '../../contract/payment.ts'
import type { Simulate } from '../../contract/sandbox-simulate.ts'
import { isLive } from '../../domain/payment-state.ts'
import type { SimulatedEvent, TestCardBehavior } from '../../server/processors/processor.ts'
import type { PaymentRecord } from '../../server/database/payments.ts'
import type { SessionWithPayment } from '../../server/database/sessions.ts'
import { refuse, type Refusal } from '../../server/api/handler.ts'

export type PlannedAttempt =
  | { method: 'card'; card: TestCardBehavior }
  | { method: 'pix' }
  | { method: 'boleto' }

/** The attempt that an outcome makes of a session in which none is live; none for what needs none. */
export function attemptFor(
  simulated: Simulate,
  offered: readonly PaymentMethod[],
): PlannedAttempt | Refusal | undefined {
  if (simulated.outcome === 'expire') return undefined
  const wanted = methodFor(simulated, offered)
  if (!offered.includes(wanted))
    return refuse('validation_failed', `This session takes ${offered.join(', ')} only.`, {
      errors: [
        {
          path: 'outcome',
          code: 'not_offered',
          message: `needs ${wanted}; this session takes ${offered.join(', ')}`,
        },
      ],
    })
  return wanted === 'card' ? { method: wanted, card: cardFor(simulated) } : { method: wanted }
}

function methodFor(
  { outcome }: Simulate,
  [first = 'card']: readonly PaymentMethod[],
): PaymentMethod {
  switch (outcome) {
    case 'pay':
    case 'expire':
      return first
    case 'decline':
    case 'challenge_failed':
    case 'processor_timeout':
      return 'card'
    case 'pix_paid':
    case 'pix_paid_late':
      return 'pix'
    case 'boleto_paid':
      return 'boleto'
  }
}

function cardFor(simulated: Simulate): TestCardBehavior {
  switch (simulated.outcome) {
    case 'challenge_failed':
      return { type: 'challenge' }
    case 'processor_timeout':
      return { type: 'stay_unknown' }
    case 'decline': {
      const { declineCode } = simulated
      // A challenge comes before these, and no card number has them.
      const isOfChallenge =
        declineCode === 'authentication_failed' || declineCode === 'authentication_abandoned'
      return isOfChallenge ? { type: 'challenge' } : { type: 'decline', declineCode }
    }
    case 'pay':
    case 'pix_paid':
    case 'pix_paid_late':
    case 'boleto_paid':
    case 'expire':
      return { type: 'succeed' }
  }
}

/** What has to happen to a live attempt for an outcome; nothing where it is there already. */
export function eventFor(
  simulated: Simulate,
  { status }: Pick<PaymentRecord, 'status'>,
): SimulatedEvent | undefined {
  switch (simulated.outcome) {
    case 'pay':
    case 'pix_paid':
    case 'boleto_paid':
      return { type: 'pay' }
    case 'decline':
      return { type: 'decline', declineCode: simulated.declineCode }
    case 'challenge_failed':
      return { type: 'fail_challenge' }
    case 'pix_paid_late':
    case 'expire':
      return { type: 'expire' }
    case 'processor_timeout':
      return status === 'unknown' ? undefined : { type: 'time_out' }
  }
}

/** Why a live attempt cannot come to an outcome. */
export function whyNotDecide(
  { outcome }: Simulate,
  { status, method }: Pick<PaymentRecord, 'status' | 'method'>,
): Refusal | undefined {
  if (status === 'created')
    return refuse('payment_in_progress', 'A payment of this session is just being made.')
  if (outcome === 'decline' && method !== 'card')
    return refuse('validation_failed', 'Only a card can be declined.', {
      errors: [
        { path: 'outcome', code: 'not_possible', message: `a ${method} is waiting to be paid` },
      ],
    })
  if (fits(outcome, method, status === 'requires_action')) return undefined
  return refuse(
    'payment_in_progress',
    `A payment by ${method} is in progress, which cannot come to ${outcome}.`,
  )
}

/** `isAwaited`: the shopper has something to do for it. */
function fits(outcome: Simulate['outcome'], method: PaymentMethod, isAwaited: boolean): boolean {
  switch (outcome) {
    case 'pay':
      return true
    case 'decline':
      return method === 'card'
    case 'challenge_failed':
      return method === 'card' && isAwaited
    case 'processor_timeout':
      return method === 'card' && !isAwaited
    case 'pix_paid':
      return method === 'pix'
    case 'pix_paid_late':
      return method === 'pix' && isAwaited
    case 'boleto_paid':
      return method === 'boleto'
    case 'expire':
      return isAwaited
  }
}

/** Whether a session that has ended still waits for money of a Pix that nobody expects any more. */
export function canBePaidLate({ outcome }: Simulate, session: SessionWithPayment): boolean {
  const { status, payment } = session
  return (
    outcome === 'pix_paid_late' &&
    (status === 'expired' || status === 'canceled') &&
    payment?.method === 'pix' &&
    payment.capturedMinor === 0
  )
}

/** Why a session is not where its outcome was to bring it: somebody was faster, or the processor would not have it. */
export function whyNotReached(
  simulated: Simulate,
  session: SessionWithPayment,
): Refusal | undefined {
  if (isReached(simulated, session)) return undefined
  const { status, payment } = session
  if (status !== 'open') return refuse('session_not_open', `The session is ${status}.`)
  if (payment !== null && isLive(payment.status))
    return refuse('payment_in_progress', 'Another payment of this session is in progress.')
  return refuse('validation_failed', 'The processor does not do that with this session.', {
    errors: [
      {
        path: 'outcome',
        code: 'not_possible',
        message: `the payment ended as ${payment?.declineCode ?? 'none'}`,
      },
    ],
  })
}

function isReached(simulated: Simulate, { status, payment }: SessionWithPayment): boolean {
  switch (simulated.outcome) {
    case 'pay':
      return payment?.status === 'succeeded'
    case 'pix_paid':
      return payment?.status === 'succeeded' && payment.method === 'pix'
    case 'boleto_paid':
      return payment?.status === 'succeeded' && payment.method === 'boleto'
    case 'decline':
      return payment?.declineCode === simulated.declineCode
    case 'challenge_failed':
      return payment?.declineCode === 'authentication_failed'
    case 'processor_timeout':
      return payment?.status === 'unknown'
    case 'pix_paid_late':
      return payment?.late === true
    case 'expire':
      return status === 'expired'
  }
}
