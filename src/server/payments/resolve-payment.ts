import type { PaymentRecord } from '../database/payments.ts'
import type { ServiceContext } from '../context.ts'
import { askProcessor } from './ask-processor.ts'
import { settlePayment } from './settle-payment.ts'

type Asked = Pick<PaymentRecord, 'id' | 'sessionId'>

/**
 * Asks the processor what became of an attempt, and applies the answer. An attempt that the processor never saw is
 * given up there first, so that its request, should it still be on its way, cannot take money afterwards.
 */
export async function resolvePayment(context: ServiceContext, payment: Asked): Promise<void> {
  const found = await askProcessor(context, 'inquire', () => context.processor.inquire(payment.id))
  if (found.status === 'not_found') return giveUpPayment(context, payment)
  if (found.status === 'unknown') return
  await settlePayment(context, {
    sessionId: payment.sessionId,
    paymentId: payment.id,
    outcome: found,
  })
}

/** Gives an attempt up that the shopper does not want any more; the processor's word on what became of it stands. */
export async function giveUpPayment(context: ServiceContext, payment: Asked): Promise<void> {
  const outcome = await askProcessor(context, 'cancelPayment', () =>
    context.processor.cancelPayment(payment.id),
  )
  if (outcome.status === 'unknown') return
  await settlePayment(context, { sessionId: payment.sessionId, paymentId: payment.id, outcome })
}
