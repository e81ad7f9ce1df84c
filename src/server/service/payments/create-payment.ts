import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import type { Checkout, CreatePayment } from '#contract/checkout.ts'
import { done, refuse, type Done, type Refused } from '../outcome.ts'
import { voidPayment } from './resolve-payment.ts'
import {
  type RequestedPayment,
  startPayment,
  whyNoCard,
  whyNotPay,
  whyUnavailable,
} from './start-payment.ts'
import { unsealCard, whyNotSealed } from './unseal-card.ts'
import { validatePayment } from './validate-payment.ts'
import { findSession } from '../sessions/find-session.ts'
import { presentCheckout } from '../sessions/present-checkout.ts'

interface PaymentOfShopper {
  reference: string
  body: CreatePayment
  idempotencyKey: string | undefined
}

/** Pays a session by its reference; resolves to the shopper's view after the attempt. */
export async function createPayment(
  context: ServiceContext,
  { reference, body, idempotencyKey }: PaymentOfShopper,
): Promise<Done<Checkout> | Refused> {
  const startedAt = context.wallClock()
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  const checked = validatePayment(session, body)
  if (!checked.ok)
    return refuse('validation_failed', 'The payment cannot be tried as sent.', {
      fields: checked.errors,
    })
  const { amountMinor, discountMinor, customer } = checked
  const refusal = await replace(context, session, { body, amountMinor, idempotencyKey })
  if (refusal !== undefined) return refusal

  const started = await startPayment(context, session, reference, {
    body,
    amountMinor,
    discountMinor,
    customer,
    idempotencyKey,
    startedAt,
  })
  if (started.outcome === 'refused') return started
  const after = started.value ?? (await findSession(context, reference)) ?? session
  return done(await presentCheckout(context, after))
}

/**
 * Cancels the payment that the shopper abandoned for another method. It stays when the next payment
 * would be refused anyway.
 */
async function replace(
  context: ServiceContext,
  session: SessionForCheckout,
  requested: Pick<RequestedPayment, 'body' | 'amountMinor' | 'idempotencyKey'>,
): Promise<Refused | undefined> {
  const { body } = requested
  const { payment } = session
  if (payment?.id !== body.replacePaymentId || payment?.status !== 'requires_action')
    return undefined
  const refusal =
    whyNotPay({ ...session, payment: null }, context.clock()) ??
    whyNotSealed(context, session, requested, unsealCard(context, body)) ??
    (await whyNoCard(context, context.database, session, body)) ??
    whyUnavailable(context, session, body)
  if (refusal === undefined) await voidPayment(context, payment)
  return refusal
}
