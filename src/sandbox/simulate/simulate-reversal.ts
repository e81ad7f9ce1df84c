import { METHODS } from '#domain/methods/methods.ts'
import { readPaymentToRefund } from '#server/database/payments/payments.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { resolvePayment } from '#server/service/payments/resolve-payment.ts'

const REFUSALS = {
  reverse: {
    detail: 'The processor does not take that back.',
    field: { path: 'amount', message: 'is more than is left to take back' },
  },
  capture_failed: {
    detail: 'There is no capture that can fail.',
    field: { path: 'outcome', message: 'needs a card of which money is left' },
  },
} as const

/** Takes money of a paid session back at the simulated processor, as a failed capture does, and applies it. */
export async function simulateReversal(
  context: ServiceContext,
  sessionId: string,
  asked: { outcome: keyof typeof REFUSALS; amount?: number | undefined },
): Promise<Refused | undefined> {
  const { sandbox } = context.processor
  const payment = await readPaymentToRefund(context.database, sessionId, undefined)
  if (payment?.status !== 'succeeded' || sandbox === undefined)
    return refuse('session_not_open', 'The session has no successful payment.')
  const { outcome: type, amount } = asked
  const part = amount === undefined ? {} : { amountMinor: amount }
  const isPossible = type === 'reverse' || METHODS[payment.method].isAuthorized
  const result = isPossible && (await sandbox.simulate(payment.id, { type, ...part }))
  if (result !== 'done') {
    const { detail, field } = REFUSALS[type]
    return refuse('validation_failed', detail, { fields: [{ ...field, code: 'not_possible' }] })
  }
  await resolvePayment(context, payment)
  return undefined
}
