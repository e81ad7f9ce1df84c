import type { Payment } from '../../../contract/payment.ts'
import { DECLINE_CODES } from '../../../contract/payment.ts'
import type { Session } from '../../../contract/session.ts'
import type { PaymentRecord } from '../../database/payments.ts'
import type { SessionWithPayment } from '../../database/sessions.ts'
import type { ServiceContext } from '../../context.ts'
import { referenceOfSession } from '../../keys/reference.ts'

type Presenting = Pick<ServiceContext, 'environment' | 'checkoutUrl' | 'keys'>

/**
 * A session as its merchant sees it. `url` must precede all text of merchants and shoppers: stored
 * responses and events seal the reference at its first occurrence.
 */
export function presentSession(
  context: Presenting,
  session: SessionWithPayment,
  reference = referenceOfSession(context.keys, session),
): Session {
  const { details } = session
  return {
    id: session.id,
    object: 'session',
    environment: context.environment,
    merchantId: session.merchantId,
    status: session.status,
    paymentStatus: session.paymentStatus,
    url: `${context.checkoutUrl}/c/${reference}`,
    currency: session.currency,
    amount: session.amountMinor,
    amountRefunded: session.amountRefundedMinor,
    lineItems: details.lineItems,
    discounts: details.discounts,
    shipping: details.shipping,
    tax: details.tax,
    orderReference: session.orderReference,
    description: details.description,
    customer: details.customer,
    ...(session.personalDataRemovedAt && {
      personalDataRemovedAt: session.personalDataRemovedAt.toISOString(),
    }),
    locale: details.locale,
    paymentMethods: details.paymentMethods,
    successUrl: details.successUrl,
    cancelUrl: details.cancelUrl,
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    completedAt: session.completedAt?.toISOString() ?? null,
    canceledAt: session.canceledAt?.toISOString() ?? null,
    cancellationReason: session.cancellationReason,
    paidLate: session.paidLate,
    payment: session.payment && presentPayment(session.payment),
    attempts: session.attempts,
    metadata: details.metadata,
    version: session.version,
  }
}

export function presentPayment(payment: PaymentRecord): Payment {
  return {
    id: payment.id,
    object: 'payment',
    status: payment.status,
    method: payment.method,
    amount: payment.amountMinor,
    currency: payment.currency,
    installments: payment.installments,
    card: maskedCard(payment),
    declineCode: payment.declineCode,
    retryable: isRetryable(payment),
    late: payment.late,
    createdAt: payment.createdAt.toISOString(),
    succeededAt: payment.succeededAt?.toISOString() ?? null,
  }
}

export function maskedCard(payment: PaymentRecord): Payment['card'] {
  return payment.cardLastFour === null
    ? null
    : { brand: payment.cardBrand, lastFour: payment.cardLastFour }
}

export function isRetryable(payment: PaymentRecord): boolean {
  return payment.declineCode !== null && DECLINE_CODES[payment.declineCode].retryable
}
