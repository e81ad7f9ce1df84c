import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import { readPaymentToRefund } from '#server/database/payments/payments.ts'
import type { DisputeEvent } from '#server/processors/processor.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { resolvePayment } from '#server/service/payments/resolve-payment.ts'

export type SimulateDispute = Extract<
  SimulateSession,
  { outcome: 'dispute' | 'dispute_answered' | 'dispute_won' | 'dispute_lost' }
>

export function isOfDispute(simulated: SimulateSession): simulated is SimulateDispute {
  return simulated.outcome.startsWith('dispute')
}

/** Takes the next step of a dispute at the simulated processor, and applies it. */
export async function simulateDispute(
  context: ServiceContext,
  sessionId: string,
  simulated: SimulateDispute,
): Promise<Refused | undefined> {
  const { sandbox } = context.processor
  const payment = await readPaymentToRefund(context.database, sessionId, undefined)
  if (payment?.status !== 'succeeded' || sandbox === undefined)
    return refuse('session_not_open', 'The session has no successful payment.')
  const result = await sandbox.simulate(payment.id, eventOf(simulated))
  if (result !== 'done')
    return refuse('validation_failed', 'This does not fit the dispute as it is.', {
      fields: [
        {
          path: 'outcome',
          code: 'not_possible',
          message:
            'needs an open dispute; a new one needs a payment without a dispute, and an amount that was not taken back',
        },
      ],
    })
  await resolvePayment(context, payment)
  return undefined
}

function eventOf(simulated: SimulateDispute): DisputeEvent {
  if (simulated.outcome !== 'dispute') return { type: simulated.outcome }
  const { outcome: type, stage, amount, respondInDays } = simulated
  return {
    type,
    stage,
    ...(amount !== undefined && { amountMinor: amount }),
    ...(respondInDays !== undefined && { respondInDays }),
  }
}
