import type { CreatePayment } from '../../../contract/checkout.ts'
import type { Customer } from '../../../contract/session.ts'
import type { ProcessorPayment } from '../../processors/processor.ts'
import type { SessionForCheckout } from '../../database/sessions.ts'
import type { ServiceContext } from '../../context.ts'

const DAY_MS = 86_400_000
/** Brazil keeps no daylight saving time since 2019. */
const SAO_PAULO_OFFSET_MS = -3 * 3_600_000

/** An attempt as the processor is asked for it. */
export function processorPayment(
  context: ServiceContext,
  session: SessionForCheckout,
  attempt: {
    id: string
    amountMinor: number
    customer: Customer
    body: CreatePayment
    reference: string
  },
): ProcessorPayment {
  return {
    paymentId: attempt.id,
    amountMinor: attempt.amountMinor,
    currency: session.currency,
    merchantId: session.merchantId,
    merchantName: session.merchant.name,
    description: session.details.description,
    customer: attempt.customer,
    returnUrl: `${context.checkoutUrl}/c/${attempt.reference}?from=challenge`,
    method: methodOf(session, attempt.body, context.clock()),
  }
}

function methodOf(
  session: SessionForCheckout,
  body: CreatePayment,
  now: Date,
): ProcessorPayment['method'] {
  switch (body.method) {
    case 'card':
      return { type: 'card', encryptedCard: body.card.encrypted, installments: body.installments }
    case 'pix': {
      const expiresAtMs = now.getTime() + session.details.pix.expiresInSeconds * 1000
      return {
        type: 'pix',
        expiresAt: new Date(Math.min(expiresAtMs, session.expiresAt.getTime())),
      }
    }
    case 'boleto': {
      const dueMs =
        now.getTime() + SAO_PAULO_OFFSET_MS + session.details.boleto.expiresInDays * DAY_MS
      return { type: 'boleto', dueDate: new Date(dueMs).toISOString().slice(0, 10) }
    }
  }
}
