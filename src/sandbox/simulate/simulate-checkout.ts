import { findSession } from '#server/service/sessions/find-session.ts'
import { presentCheckout } from '#server/service/sessions/present-checkout.ts'
import type { Handler } from '#server/api/handler.ts'
import { done, refuse } from '#server/service/outcome.ts'
import { simulateOutcome } from './simulate-outcome.ts'

export const simulateCheckout: Handler<'simulateCheckout'> = async (context, call) => {
  const { reference } = call.parameters
  const refusal = await simulateOutcome(context, reference, call.body)
  if (refusal !== undefined) return refusal
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  return done(await presentCheckout(context, session))
}
