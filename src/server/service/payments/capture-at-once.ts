import { readPayment, type PaymentRecord } from '../../database/payments/payments.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { performSettled } from './perform-intent.ts'

/**
 * Captures a payment that was authorised for a shopper who waits, within what is left of the time since `startedAt`. Without an
 * answer the merchant hears that the payment is processing.
 */
export async function captureAtOnce(
  context: ServiceContext,
  { id, sessionId }: Pick<PaymentRecord, 'id' | 'sessionId'>,
  startedAt: Date,
): Promise<void> {
  if ((await performSettled(context, id, startedAt)) !== false) return
  await context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, id)
    if (payment?.status !== 'authorized' || payment.intent !== 'capture') return
    const data = { payment: presentPayment(payment) }
    await changeSession(context, tx, session, {}, [{ type: 'payment.processing', data }])
  })
}
