import type { CardEncryptionKey, Checkout, CheckoutPayment } from '../../../contract/checkout.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { installmentOptions } from '../../../domain/installments.ts'
import { takesCards } from '../../../domain/methods/methods.ts'
import { isLive } from '../../../domain/payment-state.ts'
import { isProcessorSilent } from '../../processors/processor.ts'
import type { PaymentRecord } from '../../database/payments.ts'
import type { SessionForCheckout } from '../../database/sessions.ts'
import type { ServiceContext } from '../../context.ts'
import { isRetryable, maskedCard } from '../sessions/present-session.ts'
import { withholdsDetails, withoutDetails } from './withheld-details.ts'
import { maskedEmail } from './masked-email.ts'
import { signedReturnUrls } from './signed-return-urls.ts'

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
      brand: {
        color: merchant.brand.color ?? null,
        logoUrl: merchant.brand.logoUrl ?? null,
        radiusPx: merchant.brand.radiusPx ?? null,
      },
    },
    currency: session.currency,
    amount: session.amountMinor,
    amountRefunded: session.amountRefundedMinor,
    lineItems: details.lineItems,
    discounts: details.discounts,
    shipping: details.shipping,
    tax: details.tax,
    orderReference: session.orderReference,
    description: details.description,
    // Only an open session needs it, to prefill the form: an old link must not reveal the payer.
    customer: session.status === 'open' ? details.customer : null,
    collect: details.collect,
    locale: details.locale,
    paymentMethods: details.paymentMethods,
    installments:
      details.installments && installmentOptions(session.amountMinor, details.installments),
    expiresAt: session.expiresAt.toISOString(),
    payment: session.payment && presentCheckoutPayment(session.payment),
    attemptsLeft: Math.max(0, LIMITS.paymentAttemptsPerSessionMax - session.attempts),
    cardEncryptionKey: await cardEncryptionKey(context, session),
    receiptEmail: receiptEmailOf(context, session),
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
  { processor }: ServiceContext,
  { status, details, payment }: SessionForCheckout,
): Promise<CardEncryptionKey | null> {
  if (status !== 'open' || !takesCards(details.paymentMethods)) return null
  try {
    return await processor.cardEncryptionKey()
  } catch (error) {
    // A shopper who waits for a payment's outcome needs no encryption key to see it.
    if (isProcessorSilent(error) && payment !== null && isLive(payment.status)) return null
    throw error
  }
}

function presentCheckoutPayment(payment: PaymentRecord): CheckoutPayment {
  return {
    id: payment.id,
    status: payment.status,
    method: payment.method,
    amount: payment.amountMinor,
    installments: payment.installments,
    card: maskedCard(payment),
    declineCode: payment.declineCode,
    retryable: isRetryable(payment),
    action: payment.action,
    createdAt: payment.createdAt.toISOString(),
    succeededAt: payment.succeededAt?.toISOString() ?? null,
  }
}
