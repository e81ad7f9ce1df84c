import type { ProcessorState } from '#domain/settle.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { RefundRecord } from '../../database/refunds/refunds.ts'
import type { KnownPayment, KnownRefund, NewRefund } from '../../processors/processor.ts'

/** The columns of a payment that its processor's module receives. */
export type KeptPayment = Pick<
  PaymentRecord,
  'id' | 'method' | 'amountMinor' | 'currency' | 'processorReferences' | 'processorState'
> &
  Partial<Pick<PaymentRecord, 'captureMethod' | 'captureMinor'>>

/** A payment of the database as the processor's port takes it, with what its notifications have proved. */
export function knownPayment(
  payment: KeptPayment,
  facts: readonly ProcessorState[] = [],
): KnownPayment {
  const { id: paymentId, method, amountMinor, currency, captureMethod, captureMinor } = payment
  const references = payment.processorReferences ?? {}
  return {
    paymentId,
    method,
    amountMinor,
    currency,
    references,
    state: payment.processorState ?? {},
    facts,
    ...(captureMethod === 'manual' && { captureMethod }),
    ...(captureMinor != null && { captureMinor }),
  }
}

/** A refund of the database to request, for the first time or again. */
export function refundToRequest(refund: RefundRecord): NewRefund {
  const { id: refundId, amountMinor, currency, payment } = refund
  const { processorReferences: references, processorState: state, requestedAt } = refund
  return {
    refundId,
    paymentId: payment.id,
    amountMinor,
    currency,
    ...(payment.isSurplus && { isSurplus: true }),
    ...(requestedAt && { requestedAt }),
    ...(references && { references }),
    ...(state && { state }),
  }
}

/** A refund of the database as the processor's port takes it. */
export function knownRefund(refund: RefundRecord, payment: KnownPayment): KnownRefund {
  return {
    ...refundToRequest(refund),
    payment,
    references: refund.processorReferences ?? {},
    state: refund.processorState ?? {},
  }
}
