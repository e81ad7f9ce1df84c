import { isLive } from '#domain/payment-state.ts'
import { accept, refuse, type Handler } from '../outcome.ts'
import { resolvePaymentOnce } from './resolve-payment.ts'
import { findSession } from '../sessions/find-session.ts'
import { presentCheckout } from '../sessions/present-checkout.ts'

/** The shopper returns from a challenge: the outcome is read from the processor, not from the browser. */
export const completeAction: Handler<'completeAction'> = async (context, call) => {
  const { reference, id } = call.parameters
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  const { payment } = session
  if (payment === null || payment.id !== id)
    return refuse('not_found', 'There is no such payment of this session.')

  // The processor may not know a payment that is just being created.
  if (isLive(payment.status) && payment.status !== 'created')
    await resolvePaymentOnce(context, payment)
  return accept(await presentCheckout(context, (await findSession(context, reference)) ?? session))
}
