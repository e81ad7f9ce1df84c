import type { CardEncryptionKey, Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { LIMITS } from '#contract/limits.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import { monthlyInterestOf } from '#domain/installments.ts'
import { discountedMethods, plansOf } from '#domain/method-discounts.ts'
import { takesCards } from '#domain/methods/methods.ts'
import { isLive } from '#domain/payment-state.ts'
import { hasNoAnswer } from '../../processors/processor.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { isRetryable, maskedCard, shownStatus } from './present-session.ts'
import { withholdsDetails, withoutDetails } from './withheld-details.ts'
import { maskedEmail, prefillOf } from './prefill.ts'
import { signedReturnUrls } from './return-url.ts'

const RECEIPT_EMAIL_SHOWN_MS = 86_400_000

/** The shopper's view of a session: what the page needs, without the merchant's internal data. */
export async function presentCheckout(
  context: ServiceContext,
  asked: SessionForCheckout,
): Promise<Checkout> {
  const detailsWithheld = withholdsDetails(asked, context.clock())
  const session = detailsWithheld ? withoutDetails(asked) : asked
  const { details, merchant } = session
  return {
    object: 'checkout',
    environment: context.environment,
    version: session.version,
    topics: [session.id, ...context.time.topics],
    now: context.clock().toISOString(),
    clockFrozen: context.time.isFrozen(session.merchantId),
    status: session.status,
    detailsWithheld,
    paymentStatus: session.paymentStatus,
    paidLate: session.paidLate,
    merchant: {
      name: merchant.name,
      country: merchant.country,
      timeZone: timeZoneOfMerchant(merchant),
      brand: {
        color: merchant.brand.color ?? null,
        logoUrl: merchant.brand.logoUrl ?? null,
        radiusPx: merchant.brand.radiusPx ?? null,
      },
      ...merchant.facts,
    },
    captureMethod: details.captureMethod ?? 'automatic',
    currency: session.currency,
    amount: session.amountMinor,
    amountRefunded: session.amountRefundedMinor,
    refunds: session.refunds.map(({ amountMinor, at }) => ({
      amount: amountMinor,
      at: at.toISOString(),
    })),
    amountUndelivered: session.undeliveredMinor,
    amountReversed: session.amountReversedMinor,
    amountReinstated: session.amountReinstatedMinor,
    lineItems: details.lineItems,
    discounts: details.discounts,
    shipping: details.shipping,
    tax: details.tax,
    orderReference: session.orderReference,
    description: details.description,
    // Only an open session needs it, to prefill the form: an old link must not reveal the payer.
    customer: session.status === 'open' ? prefillOf(session) : null,
    collect: details.collect,
    locale: details.locale,
    paymentMethods: details.paymentMethods,
    paymentMethodDiscounts: discountedMethods(session),
    installments: plansOf(session),
    expiresAt: session.expiresAt.toISOString(),
    payment: session.payment && presentCheckoutPayment(session.payment, details.installments),
    attemptsLeft: Math.max(0, LIMITS.paymentAttemptsPerSessionMax - session.attempts),
    cardEncryptionKey: await cardEncryptionKey(context, session),
    challengeFrameOrigins: challengeFrameOrigins(context, session),
    receiptEmail: receiptEmailOf(context, session),
    emailsReceipts: context.emailsReceipts,
    notifiesMerchant: merchant.callbackUrl !== null && !merchant.isCallbackDisabled,
    merchantNotified: session.merchantNotified,
    ...(await signedReturnUrls(context, session)),
  }
}

function receiptEmailOf(
  { clock, emailsReceipts }: ServiceContext,
  { completedAt, payment, receiptEmail }: SessionForCheckout,
): string | null {
  if (!emailsReceipts || receiptEmail === null || receiptEmail === 'failed') return null
  const email = payment?.customer.email
  if (email === undefined || completedAt === null) return null
  const isFresh = clock().getTime() - completedAt.getTime() < RECEIPT_EMAIL_SHOWN_MS
  return isFresh ? maskedEmail(email) : null
}

async function cardEncryptionKey(
  { processors }: ServiceContext,
  { status, details, payment }: SessionForCheckout,
): Promise<CardEncryptionKey | null> {
  if (status !== 'open' || !takesCards(details.paymentMethods)) return null
  try {
    return (await processors.forMethod('card')?.cardEncryptionKey()) ?? null
  } catch (error) {
    // A shopper who waits for a payment's outcome needs no encryption key to see it.
    if (hasNoAnswer(error) && payment !== null && isLive(payment.status)) return null
    throw error
  }
}

/** The origins of challenge frames of the next card payment's processor, and of the latest payment's. */
function challengeFrameOrigins(
  { processors }: ServiceContext,
  { status, details, payment }: SessionForCheckout,
): string[] {
  if (status !== 'open' || !takesCards(details.paymentMethods)) return []
  const own = payment === null ? undefined : processors.of(payment.processor)
  const next = processors.forMethod('card')
  return [...new Set([next, own].flatMap((one) => one?.challengeFrameOrigins ?? []))]
}

function shownAction({ action, processorReferences }: PaymentRecord): CheckoutPayment['action'] {
  const number = processorReferences?.boletoNumber
  return action && 'barcode' in action && number != null ? { ...action, number } : action
}

/** A hold that is captured at once is no hold to the shopper. */
function holdOf({ status, captureMethod, authorizedMinor, captureBefore }: PaymentRecord) {
  const isByHand = captureMethod === 'manual'
  return {
    amountAuthorized: (isByHand && authorizedMinor) || 0,
    captureBefore: (isByHand && status === 'authorized' && captureBefore?.toISOString()) || null,
  }
}

function presentCheckoutPayment(
  payment: PaymentRecord,
  plan: SessionForCheckout['details']['installments'],
): CheckoutPayment {
  return {
    id: payment.id,
    status: shownStatus(payment),
    method: payment.method,
    // An accepted payment took another amount than was asked.
    amount: payment.status === 'succeeded' ? payment.capturedMinor : payment.amountMinor,
    ...holdOf(payment),
    moneyTaken: payment.capturedMinor > 0,
    installments: payment.installments,
    interest: payment.interestMinor,
    discount: payment.discountMinor,
    monthlyInterestBasisPoints: plan && (monthlyInterestOf(payment.installments, plan) || null),
    card: maskedCard(payment),
    declineCode: payment.declineCode,
    retryable: isRetryable(payment),
    action: shownAction(payment),
    createdAt: payment.createdAt.toISOString(),
    succeededAt: payment.succeededAt?.toISOString() ?? null,
    paidAt: payment.paidAt?.toISOString() ?? null,
    payeeName: payment.payeeName,
    endToEndId: payment.processorReferences?.endToEndId ?? null,
  }
}
