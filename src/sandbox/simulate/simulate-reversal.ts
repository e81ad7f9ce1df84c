import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { listPayments, readPaymentToRefund } from '#server/database/payments/payments.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { resolvePayment } from '#server/service/payments/resolve-payment.ts'

export type SimulateReversal = Extract<
  SimulateSession,
  { outcome: 'reverse' } | { outcome: 'reinstate' } | { outcome: 'capture_failed' }
>

const REFUSALS = {
  reverse: {
    detail: 'The processor does not take that back.',
    field: { path: 'amount', message: 'is more than is left to take back' },
  },
  reinstate: {
    detail: 'The processor does not give that back.',
    field: { path: 'amount', message: 'is more than is taken back' },
  },
  capture_failed: {
    detail: 'There is no capture that can fail.',
    field: { path: 'outcome', message: 'needs a card of which money is left' },
  },
} as const

export function isOfReversal(simulated: SimulateSession): simulated is SimulateReversal {
  return simulated.outcome in REFUSALS
}

/** Takes money of a paid session back at the simulated processor, or gives it back again, and applies it. */
export async function simulateReversal(
  context: ServiceContext,
  sessionId: string,
  simulated: SimulateReversal,
): Promise<Refused | undefined> {
  const { sandbox } = context.processor
  const payment = await readPaymentToRefund(context.database, sessionId, undefined)
  if (payment?.status !== 'succeeded' || sandbox === undefined)
    return refuse('session_not_open', await withoutMoney(context, sessionId))
  const { outcome: type } = simulated
  const amount = type === 'capture_failed' ? undefined : simulated.amount
  const part = amount === undefined ? {} : { amountMinor: amount }
  const isPossible = type !== 'capture_failed' || METHODS[payment.method].isAuthorized
  const result = isPossible && (await sandbox.simulate(payment.id, { type, ...part }))
  if (result !== 'done') {
    const { detail, field } = REFUSALS[type]
    return refuse('validation_failed', detail, { fields: [{ ...field, code: 'not_possible' }] })
  }
  await resolvePayment(context, payment)
  return undefined
}

async function withoutMoney({ database }: ServiceContext, sessionId: string): Promise<string> {
  const [last] = await listPayments(database, sessionId)
  return last === undefined
    ? 'The session has no successful payment.'
    : `The session has no successful payment: its last one is "${last.status}".`
}
