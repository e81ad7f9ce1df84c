import type { CreatePayment } from '#contract/checkout.ts'
import type { Customer } from '#contract/session.ts'
import { challengeReturnPath } from '#domain/methods/card/challenge-return-path.ts'
import { chargeOf } from '#domain/methods/charge.ts'
import type { Processor, ProcessorPayment } from '../../processors/processor.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'

/** The request for a payment at the processor. */
export function processorPayment(
  context: ServiceContext,
  processor: Processor,
  session: SessionForCheckout,
  payment: {
    id: string
    amountMinor: number
    customer: Customer
    body: CreatePayment
    reference: string
  },
): ProcessorPayment {
  const { locale, browser } = payment.body
  return {
    paymentId: payment.id,
    amountMinor: payment.amountMinor,
    currency: session.currency,
    merchantId: session.merchantId,
    merchantName: session.merchant.name,
    description: session.details.description,
    customer: payment.customer,
    returnUrl: context.checkoutUrl + returnPath(processor, payment.reference),
    method: chargeOf(payment.body, { ...session, now: context.clock() }),
    ...(locale !== undefined && { locale }),
    ...(browser !== undefined && { browser }),
    ...(session.details.captureMethod && { captureMethod: session.details.captureMethod }),
    sessionId: session.id,
    merchantCountry: session.merchant.country,
  }
}

/** A challenge in a frame returns in that frame, which may show no other page of ours. */
function returnPath({ challengeFrameOrigins = [] }: Processor, reference: string): string {
  return challengeFrameOrigins.length === 0
    ? `/c/${reference}?from=challenge`
    : challengeReturnPath(reference)
}
