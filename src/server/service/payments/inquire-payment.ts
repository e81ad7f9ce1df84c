import type { PaymentState } from '#contract/payment.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import type { ServiceContext } from '../context.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { readMerchantOfSession } from '../../database/sessions/sessions.ts'
import { inTimeOf } from '../merchant-time.ts'
import { resolvePaymentOnce } from './resolve-payment.ts'
import { done, refuse, type Outcome } from '../outcome.ts'

export interface PaymentInquiry {
  paymentId: string
  /** The merchant that must own the payment; undefined: any merchant. */
  merchantId?: string | undefined
  actor: Actor
}

export interface Inquired {
  /** The payment's state after the inquiry. */
  status: PaymentState
  /** `soon`: the processor was asked less than a second ago, and a running server asks again. */
  inquiry: 'answered' | 'silent' | 'not_found' | 'soon'
}

/**
 * Asks the processor now what became of a payment, applies its answer, and records it in the audit log. Throws
 * `ProcessorElsewhere`.
 */
export async function inquirePayment(
  context: ServiceContext,
  { paymentId, merchantId, actor }: PaymentInquiry,
): Promise<Outcome<Inquired, 'not_found'>> {
  const { database, keys, wallClock } = context
  const payment = await readPayment(database, paymentId)
  if (payment === undefined) return refuse('not_found')
  const { sessionId } = payment
  const owner = await readMerchantOfSession(database, sessionId)
  if (owner === undefined || (merchantId !== undefined && owner !== merchantId))
    return refuse('not_found')
  await database.transaction((tx) =>
    recordAudit(
      tx,
      { keys, now: wallClock() },
      {
        actor,
        action: 'payment.inquired',
        subject: paymentId,
        merchantId: owner,
        details: { sessionId },
      },
    ),
  )
  const resolution = await resolvePaymentOnce(inTimeOf(context, owner), payment)
  const { status } = (await readPayment(database, paymentId)) ?? payment
  return done({ status, inquiry: inquiryOf(resolution) })
}

function inquiryOf(
  resolution: Awaited<ReturnType<typeof resolvePaymentOnce>>,
): Inquired['inquiry'] {
  if (resolution === undefined) return 'soon'
  return resolution === 'failed' || resolution === 'releasing' ? 'answered' : resolution
}
