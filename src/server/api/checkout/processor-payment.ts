import type { CreatePayment } from '../../../contract/checkout.ts'
import type { Customer } from '../../../contract/session.ts'
import { chargeOf } from '../../../domain/methods/charge.ts'
import type { ProcessorPayment } from '../../processors/processor.ts'
import type { SessionForCheckout } from '../../database/sessions.ts'
import type { ServiceContext } from '../../context.ts'

/** The request for a payment at the processor. */
export function processorPayment(
  context: ServiceContext,
  session: SessionForCheckout,
  payment: {
    id: string
    amountMinor: number
    customer: Customer
    body: CreatePayment
    reference: string
  },
): ProcessorPayment {
  return {
    paymentId: payment.id,
    amountMinor: payment.amountMinor,
    currency: session.currency,
    merchantId: session.merchantId,
    merchantName: session.merchant.name,
    description: session.details.description,
    customer: payment.customer,
    returnUrl: `${context.checkoutUrl}/c/${payment.reference}?from=challenge`,
    method: chargeOf(payment.body, { ...session, now: context.clock() }),
  }
}
