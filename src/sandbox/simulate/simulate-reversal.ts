import { readPaymentToRefund } from '#server/database/payments/payments.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { resolvePayment } from '#server/service/payments/resolve-payment.ts'

/** Takes money of a paid session back at the simulated processor, and applies it. */
export async function simulateReversal(
  context: ServiceContext,
  sessionId: string,
  amountMinor: number | undefined,
): Promise<Refused | undefined> {
  const { sandbox } = context.processor
  const payment = await readPaymentToRefund(context.database, sessionId, undefined)
  if (payment?.status !== 'succeeded' || sandbox === undefined)
    return refuse('session_not_open', 'The session has no successful payment.')
  const amount = amountMinor === undefined ? {} : { amountMinor }
  const result = await sandbox.simulate(payment.id, { type: 'reverse', ...amount })
  if (result !== 'done')
    return refuse('validation_failed', 'The processor does not take that back.', {
      fields: [
        { path: 'amount', code: 'not_possible', message: 'is more than is left to take back' },
      ],
    })
  await resolvePayment(context, payment)
  return undefined
}
