import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import type { Queryable } from '#server/database/engine/database.ts'
import { readSession, type SessionWithPayment } from '#server/database/sessions/sessions.ts'
import type { Handler } from '#server/api/handler.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { done, refuse, type Refused } from '#server/service/outcome.ts'
import { referenceOfSession } from '#server/service/keys/reference.ts'
import { onceInSteps, recordOf } from '#server/service/idempotency.ts'
import { writing, written } from '#server/api/http/written.ts'
import { presentSession } from '#server/service/sessions/present-session.ts'
import { isOfDispute, simulateDispute } from './simulate-dispute.ts'
import { isOfReversal, simulateReversal } from './simulate-reversal.ts'
import { simulateOutcome } from './simulate-outcome.ts'
import { simulateReturnedRefund } from './simulate-returned-refund.ts'

export const simulateSession: Handler<'simulateSession'> = async (context, call) => {
  const merchantId = call.caller.merchant.id
  const known = await readSession(context.database, merchantId, call.parameters.id)
  if (known === undefined) return refuse('not_found', 'There is no such session.')

  const reference = referenceOfSession(context.keys, known)
  const request = {
    record: recordOf(context, merchantId, call.idempotent),
    sessionIdOf: () => known.id,
    idOf: () => known.id,
    read: (db: Queryable, id: string) => readSession(db, merchantId, id),
    presenter: writing('simulateSession', (session: SessionWithPayment) =>
      presentSession(context, session, reference),
    ),
  }
  const simulated = await onceInSteps(context, request, async () => {
    const refusal = await simulate(context, { id: known.id, reference }, call.body)
    if (refusal !== undefined) return refusal
    const settled = await readSession(context.database, merchantId, known.id)
    return done(settled ?? known)
  })
  return written(simulated)
}

/** Brings a session to an outcome, or moves money of it back or again. */
export function simulate(
  context: ServiceContext,
  { id, reference }: { id: string; reference: string },
  simulated: SimulateSession,
): Promise<Refused | undefined> {
  if (simulated.outcome === 'refund_reversed') return simulateReturnedRefund(context, id, simulated)
  if (isOfDispute(simulated)) return simulateDispute(context, id, simulated)
  return isOfReversal(simulated)
    ? simulateReversal(context, id, simulated)
    : simulateOutcome(context, reference, simulated)
}
