import type { Capture, Payment, PaymentState } from '#contract/payment.ts'
import { DECLINE_CODES } from '#contract/payment.ts'
import type { Session } from '#contract/session.ts'
import type { ProcessorReferences } from '#domain/settle.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { SessionWithPayment } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { referenceOfSession } from '../keys/reference.ts'

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
    captureMethod: details.captureMethod ?? 'automatic',
    ...presentHeld(session.payment),
    amountRefunded: session.amountRefundedMinor,
    amountCaptured: capturedMinorOf(session),
    amountReversed: session.amountReversedMinor,
    amountReinstated: session.amountReinstatedMinor,
    amountRefundPending: session.amountRefundPendingMinor,
    amountOwed: session.amountOwedMinor,
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
    paymentMethodDiscounts: details.paymentMethodDiscounts ?? {},
    successUrl: details.successUrl,
    cancelUrl: details.cancelUrl,
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    completedAt: session.completedAt?.toISOString() ?? null,
    canceledAt: session.canceledAt?.toISOString() ?? null,
    // While a release is not acknowledged, its reason stands in the session already.
    cancellationReason: session.canceledAt && session.cancellationReason,
    paidLate: session.paidLate,
    payment: session.payment && presentPayment(session.payment),
    attempts: session.attempts,
    metadata: details.metadata,
    version: session.version,
  }
}

/** Sessions that an earlier release settled have no `amountCapturedMinor`. */
function capturedMinorOf(session: SessionWithPayment): number {
  const { paymentStatus, payment, amountCapturedMinor } = session
  const isPaid =
    paymentStatus === 'paid' ||
    paymentStatus === 'partially_refunded' ||
    paymentStatus === 'refunded'
  if (!isPaid) return 0
  if (amountCapturedMinor !== null) return amountCapturedMinor
  return payment?.status === 'succeeded' ? payment.capturedMinor : session.amountMinor
}

export function presentPayment(payment: PaymentRecord): Payment {
  return {
    id: payment.id,
    object: 'payment',
    status: shownStatus(payment),
    method: payment.method,
    amount: payment.amountMinor,
    currency: payment.currency,
    amountCaptured: payment.capturedMinor,
    currencyCaptured: payment.capturedCurrency ?? payment.currency,
    amountReversed: payment.reversedMinor,
    ...presentHold(payment),
    amountReinstated: payment.reinstatedMinor,
    installments: payment.installments,
    card: maskedCard(payment),
    declineCode: payment.declineCode,
    retryable: isRetryable(payment),
    late: payment.late,
    createdAt: payment.createdAt.toISOString(),
    succeededAt: payment.succeededAt?.toISOString() ?? null,
    interest: payment.interestMinor,
    discount: payment.discountMinor,
    ...presentReferences(payment.processorReferences ?? {}),
    paidAt: payment.paidAt?.toISOString() ?? null,
    payeeName: payment.payeeName,
  }
}

/** With automatic capture a hold is a step within the checkout: it is shown as a payment that is processing. */
export function shownStatus({
  status,
  captureMethod,
}: Pick<PaymentRecord, 'status' | 'captureMethod'>): PaymentState {
  return status === 'authorized' && captureMethod === 'automatic' ? 'processing' : status
}

/** What a session holds now. */
function presentHeld(payment: PaymentRecord | null) {
  const isHeld = payment !== null && shownStatus(payment) === 'authorized'
  return {
    amountAuthorized: isHeld ? (payment.authorizedMinor ?? 0) : 0,
    captureBefore: isHeld ? (payment.captureBefore?.toISOString() ?? null) : null,
  }
}

/** What was held of a payment with manual capture, and what became of it. */
function presentHold(payment: PaymentRecord) {
  const isManual = payment.captureMethod === 'manual'
  return {
    amountAuthorized: isManual ? (payment.authorizedMinor ?? 0) : 0,
    authorizedAt: isManual ? (payment.authorizedAt?.toISOString() ?? null) : null,
    captureBefore: presentHeld(payment).captureBefore,
    capture: isManual ? presentCapture(payment) : null,
    voidReason: payment.status === 'voided' ? payment.voidReason : null,
  }
}

function presentCapture(payment: PaymentRecord): Capture | null {
  const { captureMinor, captureAskedAt, captureFailedMinor, captureFailedAt } = payment
  if (captureAskedAt === null) return null
  const requestedAt = captureAskedAt.toISOString()
  if (payment.intent === 'capture' && captureMinor !== null)
    return { amount: captureMinor, status: 'pending', requestedAt, failedAt: null }
  if (captureFailedAt === null || captureFailedMinor === null || payment.status === 'succeeded')
    return null
  const failedAt = captureFailedAt.toISOString()
  return { amount: captureFailedMinor, status: 'failed', requestedAt, failedAt }
}

function presentReferences(references: ProcessorReferences) {
  return {
    processorReference: references.processorReference ?? null,
    authorizationCode: references.authorizationCode ?? null,
    endToEndId: references.endToEndId ?? null,
    txid: references.txid ?? null,
    boletoNumber: references.boletoNumber ?? null,
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
