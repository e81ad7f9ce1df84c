import type { PaymentRecord } from '../database/payments.ts'
import type { ServiceContext } from '../context.ts'
import { callProcessor } from './call-processor.ts'
import { settlePayment } from './settle-payment.ts'

type PaymentRef = Pick<PaymentRecord, 'id' | 'sessionId'>

/**
 * Inquires about a payment at the processor, and settles it. A payment that the processor does not know is voided there
 * first: its request may still be under way, and must not take money afterwards.
 */
export async function resolvePayment(context: ServiceContext, payment: PaymentRef): Promise<void> {
  const found = await callProcessor(context, 'inquire', () => context.processor.inquire(payment.id))
  if (found.status === 'not_found') return voidPayment(context, payment)
  if (found.status === 'unknown') return
  await settlePayment(context, {
    sessionId: payment.sessionId,
    paymentId: payment.id,
    outcome: found,
  })
}

/** Voids a payment at the processor, and applies the outcome: it may have succeeded meanwhile. */
export async function voidPayment(context: ServiceContext, payment: PaymentRef): Promise<void> {
  const outcome = await callProcessor(context, 'cancelPayment', () =>
    context.processor.cancelPayment(payment.id),
  )
  if (outcome.status === 'unknown') return
  await settlePayment(context, { sessionId: payment.sessionId, paymentId: payment.id, outcome })
}
