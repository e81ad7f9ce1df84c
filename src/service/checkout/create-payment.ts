import type { CreatePayment } from '../../contract/checkout.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Customer } from '../../contract/session.ts'
import { newId } from '../../domain/id.ts'
import { isLive } from '../../domain/payment-state.ts'
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
  const attempt = checkAttempt(session, body)
  if (!attempt.ok)
    return refuse('validation_failed', 'The payment cannot be tried as sent.', attempt)
  const refusal = await replace(context, session, body.replacePaymentId)
  if (refusal !== undefined) return refusal

  const begun = await begin(context, session, body, attempt, attemptKey)
  if (begun.outcome === 'refused') return begun
  if (begun.outcome === 'begun') {
    const outcome = await askProcessor(context, 'createPayment', () =>
      context.processor.createPayment(
        processorPayment(context, session, { ...attempt, id: begun.paymentId, body, reference }),
      ),
    )
    await settlePayment(context, { sessionId: session.id, paymentId: begun.paymentId, outcome })
  }
  return accept(await presentCheckout(context, (await findSession(context, reference)) ?? session))
}

/**
 * Gives up the attempt that the shopper turned away from: what they were shown and have not done. It stays when the next
 * attempt would be refused anyway.
 */
async function replace(
  context: ServiceContext,
  session: SessionForCheckout,
  paymentId: string | undefined,
): Promise<Refusal | undefined> {
  const { payment } = session
  if (payment?.id !== paymentId || payment?.status !== 'requires_action') return undefined
  const refusal = whyNotPay({ ...session, payment: null }, context.clock())
  if (refusal === undefined) await giveUpPayment(context, payment)
  return refusal
}

/** `known` is an attempt that this press of the button has made already. */
type Begun = { outcome: 'begun'; paymentId: string } | { outcome: 'known' } | Refusal

/** Commits the attempt before anything is asked of the processor: a crash from here on leaves a trace to follow. */
function begin(
  context: ServiceContext,
  { id: sessionId }: SessionForCheckout,
  body: CreatePayment,
  attempt: { amountMinor: number; customer: Customer },
  attemptKey: string | undefined,
): Promise<Begun> {
  return context.database.transaction(async (tx): Promise<Begun> => {
    const locked = await lockSession(tx, sessionId)
    if (attemptKey !== undefined && (await readPaymentByAttempt(tx, sessionId, attemptKey)))
      return { outcome: 'known' }
    const now = context.clock()
    const refusal = whyNotPay(locked, now)
    if (refusal !== undefined) return refusal
    const paymentId = newId('pay', context.wallClock(), context.random)
    await insertPayment(tx, {
      id: paymentId,
      sessionId,
      attemptKey: attemptKey ?? null,
      method: body.method,
      amountMinor: attempt.amountMinor,
      currency: locked.currency,
      installments: body.method === 'card' ? body.installments : 1,
      customer: attempt.customer,
      locale: body.locale ?? null,
      cardBrand: body.method === 'card' ? body.card.brand : null,
      cardLastFour: body.method === 'card' ? body.card.lastFour : null,
      processor: context.processor.name,
      now,
      nextInquiryAt: new Date(now.getTime() + CREATED_INQUIRY_DELAY_MS),
    })
    const change = {
      paymentStatus: 'processing',
      attempts: locked.attempts + 1,
      details: { ...locked.details, customer: attempt.customer },
    } as const
    await changeSession(context, tx, locked, change, [])
    return { outcome: 'begun', paymentId }
  })
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
