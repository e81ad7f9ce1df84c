import { findSession } from '#server/service/sessions/find-session.ts'
import { presentCheckout } from '#server/service/sessions/present-checkout.ts'
import type { Handler } from '#server/api/handler.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { asObject } from '#server/service/idempotency.ts'
import { done, refuse, type Refused } from '#server/service/outcome.ts'
import { voidSession } from '#server/service/payments/void-session.ts'
import { simulateOutcome } from './simulate-outcome.ts'

export const simulateCheckout: Handler<'simulateCheckout'> = async (context, call) => {
  const { reference } = call.parameters
  const { body } = call
  const refusal =
    body.outcome === 'void'
      ? await release(context, reference)
      : await simulateOutcome(context, reference, body)
  if (refusal !== undefined) return refusal
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  return done(await presentCheckout(context, session))
}

/** Releases what is held, as its merchant would. */
async function release(context: ServiceContext, reference: string): Promise<Refused | undefined> {
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  const { id: sessionId, merchantId } = session
  const asked = { merchantId, sessionId, actor: { kind: 'server' }, idempotent: undefined } as const
  const voided = await voidSession(context, asked, asObject())
  return voided.outcome === 'refused' ? voided : undefined
}
