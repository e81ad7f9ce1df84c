import { isLive } from '#domain/payment-state.ts'
import type { Processor, ProcessorSandbox, SimulatedEvent } from '#server/processors/processor.ts'
import type { PaymentRecord } from '#server/database/payments/payments.ts'
import type { SessionForCheckout, SessionWithPayment } from '#server/database/sessions/sessions.ts'
import { findSession } from '#server/service/sessions/find-session.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { resolvePayment } from '#server/service/payments/resolve-payment.ts'
import { settlePayment } from '#server/service/payments/settle-payment.ts'
import { expireSession, isDue } from '#server/service/sessions/expire-session.ts'
import { endSession } from './end-session.ts'
import { finishLateRefunds } from '../clock/finish-late-refunds.ts'
import { makePayment } from './make-payment.ts'
import { OUTCOMES } from './methods/methods.ts'
import type { Decided } from './outcome-rules.ts'
import { paymentFor, canBePaidLate, checkDecidable, checkReached } from './plan-outcome.ts'

/**
 * Brings a session to an outcome through the production code paths: a payment as the shopper's page makes it, decided
 * at the simulated processor, so that notifications and inquiries agree. No work is pending when it resolves.
 */
export async function simulateOutcome(
  context: ServiceContext,
  reference: string,
  simulated: Decided,
): Promise<Refused | undefined> {
  const { sandbox } = context.processor
  const session = await findSession(context, reference)
  if (session === undefined || sandbox === undefined || context.environment === 'production')
    return refuse('not_found', 'There is nothing to simulate.')
  if (isDue(session, context.clock()) && (await expireSession(context, session.id)))
    return simulateOutcome(context, reference, simulated)

  if (canBePaidLate(simulated, session))
    return payLate(context, sandbox, reference, { session, simulated })
  if (session.status !== 'open')
    return refuse('session_not_open', `The session is ${session.status}.`)
  const refusal = await preparePayment(context, sandbox, reference, { session, simulated })
  if (refusal !== undefined) return refusal

  const prepared = (await findSession(context, reference)) ?? session
  const { payment } = prepared
  if (payment !== null && isLive(payment.status)) {
    const event = OUTCOMES[simulated.outcome].event(payment.status, simulated)
    const decided = event && (await decide(context, sandbox, payment, event))
    if (decided === 'not_found') {
      // If the processor had not acknowledged the payment before, the payment has now been given up, and a new one is made.
      const given = await findSession(context, reference)
      if (given?.payment != null && isLive(given.payment.status))
        return refuse(
          'payment_in_progress',
          'The processor does not find this payment at the moment.',
        )
      return simulateOutcome(context, reference, simulated)
    }
  }
  if (OUTCOMES[simulated.outcome].endsSession) await endSession(context, session.id)
  const settled = (await findSession(context, reference)) ?? prepared
  return canBePaidLate(simulated, settled)
    ? payLate(context, sandbox, reference, { session: settled, simulated })
    : checkReached(simulated, settled)
}

/** Makes a payment for the outcome if there is no live one. Returns a refusal if a live one does not fit the outcome. */
async function preparePayment(
  context: ServiceContext,
  sandbox: ProcessorSandbox,
  reference: string,
  { session, simulated }: { session: SessionForCheckout; simulated: Decided },
): Promise<Refused | undefined> {
  const { payment, details } = session
  if (OUTCOMES[simulated.outcome].isOfHold && details.captureMethod !== 'manual')
    return refuse('validation_failed', 'This session takes the money at once.', {
      fields: [
        {
          path: 'outcome',
          code: 'not_possible',
          message: 'needs a session with captureMethod manual',
        },
      ],
    })
  if (payment !== null && isLive(payment.status))
    return (
      refuseElsewhere(context.processors.of(payment.processor)) ??
      checkDecidable(simulated, payment)
    )
  const planned = paymentFor(simulated, details.paymentMethods)
  if (planned === undefined || 'outcome' in planned) return planned
  const elsewhere = refuseElsewhere(context.processors.forMethod(planned.method))
  if (elsewhere !== undefined) return elsewhere
  return makePayment(context, sandbox, reference, { session, planned })
}

/** Refuses a payment of another account than the simulator's: such a payment is paid at its bank. */
function refuseElsewhere(account: Processor | undefined): Refused | undefined {
  return account === undefined || account.sandbox !== undefined
    ? undefined
    : refuse(
        'payment_in_progress',
        `This payment is made at the account "${account.name}", which is not simulated: pay it at its bank.`,
      )
}

/** Decides a payment at the processor and applies the result. */
async function decide(
  context: ServiceContext,
  sandbox: ProcessorSandbox,
  payment: PaymentRecord,
  event: SimulatedEvent,
): Promise<'done' | 'not_possible' | 'not_found'> {
  const { id: paymentId, sessionId } = payment
  const result = await sandbox.simulate(paymentId, event)
  if (event.type === 'time_out')
    await settlePayment(context, { sessionId, paymentId, outcome: { status: 'unknown' } })
  else await resolvePayment(context, payment)
  return result
}

/** Pays after the session has expired, and at once requests the refunds that the merchant's late-payment policy causes. */
async function payLate(
  context: ServiceContext,
  sandbox: ProcessorSandbox,
  reference: string,
  { session, simulated }: { session: SessionWithPayment; simulated: Decided },
): Promise<Refused | undefined> {
  if (session.payment === null) throw new Error('a session without a payment cannot be paid late')
  await decide(context, sandbox, session.payment, { type: 'pay_late' })
  await finishLateRefunds(context, session.payment.id)
  const settled = (await findSession(context, reference)) ?? session
  return checkReached(simulated, settled)
}
