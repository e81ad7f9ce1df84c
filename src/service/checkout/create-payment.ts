import type { CreatePayment } from '../../contract/checkout.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Customer } from '../../contract/session.ts'
import { newId } from '../../domain/id.ts'
import { isLive } from '../../domain/payment-state.ts'
import { violatedConstraint } from '../../store/database-errors.ts'
import { insertPayment, readPaymentByAttempt } from '../../store/payments.ts'
import {
  lockSession,
  type SessionForCheckout,
  type SessionWithPayment,
} from '../../store/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { accept, refuse, type Handler, type Refusal } from '../handler.ts'
import { askProcessor } from '../payments/ask-processor.ts'
import { CREATED_INQUIRY_DELAY_MS } from '../payments/inquiry-schedule.ts'
import { giveUpPayment } from '../payments/resolve-payment.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { changeSession } from '../sessions/change-session.ts'
import { checkAttempt } from './check-attempt.ts'
import { findSession } from './find-session.ts'
import { presentCheckout } from './present-checkout.ts'
import { processorPayment } from './processor-payment.ts'

export const createPayment: Handler<'createPayment'> = async (context, call) => {
  const { reference } = call.parameters
  const { body, attemptKey } = call
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  if (attemptKey !== undefined && (await isKnown(context, session.id, attemptKey)))
    return accept(await presentCheckout(context, session))

  const attempt = checkAttempt(session, body)
  if (!attempt.ok)
    return refuse('validation_failed', 'The payment cannot be tried as sent.', attempt)
  if (body.replacePaymentId !== undefined) await replace(context, session, body.replacePaymentId)

  const begun = await begin(context, session, body, attempt, attemptKey)
  if (begun.outcome === 'refused') return begun
  const outcome = await askProcessor(context, 'createPayment', () =>
    context.processor.createPayment(
      processorPayment(context, session, { ...attempt, id: begun.paymentId, body, reference }),
    ),
  )
  await settlePayment(context, { sessionId: session.id, paymentId: begun.paymentId, outcome })

  return accept(await presentCheckout(context, (await findSession(context, reference)) ?? session))
}

/** Whether this press of the button has made its attempt already. */
async function isKnown(
  context: ServiceContext,
  sessionId: string,
  attemptKey: string,
): Promise<boolean> {
  return (await readPaymentByAttempt(context.database, sessionId, attemptKey)) !== undefined
}

/** Gives up the attempt that the shopper turned away from: what they were shown and have not done. */
async function replace(
  context: ServiceContext,
  session: SessionForCheckout,
  paymentId: string,
): Promise<void> {
  const { payment } = session
  if (payment?.id === paymentId && payment.status === 'requires_action')
    await giveUpPayment(context, payment)
}

type Begun = { outcome: 'begun'; paymentId: string } | Refusal

/** Commits the attempt before anything is asked of the processor: a crash from here on leaves a trace to follow. */
async function begin(
  context: ServiceContext,
  { id: sessionId }: SessionForCheckout,
  body: CreatePayment,
  attempt: { amountMinor: number; customer: Customer },
  attemptKey: string | undefined,
): Promise<Begun> {
  try {
    return await context.database.transaction(async (tx): Promise<Begun> => {
      const locked = await lockSession(tx, sessionId)
      const now = context.clock()
      const refusal = whyNotPay(locked, now)
      if (refusal !== undefined) return refusal
      const paymentId = newId('pay', now, context.random)
      await insertPayment(tx, {
        id: paymentId,
        sessionId,
        attemptKey: attemptKey ?? null,
        method: body.method,
        amountMinor: attempt.amountMinor,
        currency: locked.currency,
        installments: body.method === 'card' ? body.installments : 1,
        customer: attempt.customer,
        cardBrand: body.method === 'card' ? body.card.brand : null,
        cardLastFour: body.method === 'card' ? body.card.lastFour : null,
        processor: context.processor.name,
        now,
        nextInquiryAt: new Date(now.getTime() + CREATED_INQUIRY_DELAY_MS),
      })
      await changeSession(
        context,
        tx,
        locked,
        {
          paymentStatus: 'processing',
          attempts: locked.attempts + 1,
          details: { ...locked.details, customer: attempt.customer },
        },
        [],
      )
      return { outcome: 'begun', paymentId }
    })
  } catch (error) {
    if (violatedConstraint(error) === 'payments_one_per_press')
      return refuse('payment_in_progress', 'This payment is being made already.')
    throw error
  }
}

function whyNotPay(session: SessionWithPayment, now: Date): Refusal | undefined {
  switch (session.status) {
    case 'complete':
      return refuse('already_paid', 'The session is already paid.')
    case 'expired':
      return refuse('session_expired', 'The session has expired.')
    case 'canceled':
      return refuse('session_canceled', 'The session was canceled.')
    case 'open':
  }
  if (session.payment !== null && isLive(session.payment.status))
    return refuse('payment_in_progress', 'Another payment of this session is in progress.')
  if (session.expiresAt <= now) return refuse('session_expired', 'The session has expired.')
  if (session.attempts >= LIMITS.paymentAttemptsPerSessionMax)
    return refuse(
      'too_many_attempts',
      'This session has been tried too often. Start again in the shop.',
      {
        retryAfterSeconds: Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000),
      },
    )
  return undefined
}
