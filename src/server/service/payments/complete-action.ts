import { isLive } from '#domain/payment-state.ts'
import type { Checkout, Returned } from '#contract/checkout.ts'
import { keepReturned } from '../../database/payments/returned.ts'
import { processorOf } from '../../processors/processors.ts'
import type { ServiceContext } from '../context.ts'
import { done, refuse, type Done, type Refused } from '../outcome.ts'
import { captureAtOnce } from './capture-at-once.ts'
import { resolvePaymentOnce } from './resolve-payment.ts'
import { findSession } from '../sessions/find-session.ts'
import { presentCheckout } from '../sessions/present-checkout.ts'

/**
 * The shopper returns from a challenge: the outcome is read from the processor, not from the browser. A processor that needs what
 * the browser brought back gets it once it is kept, so that the worker can go on.
 */
export async function completeAction(
  context: ServiceContext,
  {
    reference,
    paymentId,
    returned,
  }: { reference: string; paymentId: string; returned?: Returned | undefined },
): Promise<Done<Checkout> | Refused> {
  const startedAt = context.wallClock()
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  const { payment } = session
  if (payment === null || payment.id !== paymentId)
    return refuse('not_found', 'There is no such payment of this session.')

  // The processor may not know a payment that is just being created.
  if (isLive(payment.status) && payment.status !== 'created') {
    const takes = processorOf(context, payment).completeAction !== undefined
    // guard: keep-returned
    if (takes && returned !== undefined) await keepReturned(context.database, paymentId, returned)
    await resolvePaymentOnce(context, payment)
  }
  const after = (await findSession(context, reference)) ?? session
  if (payment.status !== 'requires_action' || after.payment?.intent !== 'capture')
    return done(await presentCheckout(context, after))
  await captureAtOnce(context, after.payment, startedAt)
  return done(await presentCheckout(context, (await findSession(context, reference)) ?? after))
}
