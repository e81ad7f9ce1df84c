import { z } from 'zod'
import { PaymentAction } from '../../contract/checkout.ts'
import { DeclineCode, MaskedCard, PaymentMethod } from '../../contract/payment.ts'
import type { PaymentOutcome } from '../../domain/settle.ts'

const Facts = z.object({
  id: z.string(),
  method: PaymentMethod,
  // The driver gives bigint as text.
  amountMinor: z.coerce.number(),
  currency: z.string(),
  card: MaskedCard.nullable(),
  challengeToken: z.string().nullable(),
  merchantId: z.string().nullable(),
  merchantName: z.string(),
  /** Where the issuer sends the shopper back to, who has been asked; it opens the session's page, so no other has it. */
  returnUrl: z.string().nullable(),
  refundBehavior: z.enum(['succeed', 'fail', 'wait']),
  /** Undecided, and nobody is told even that. */
  isSilent: z.boolean(),
})

/** A payment as the simulator keeps it: what it is, and where it stands. */
export const StoredPayment = z.discriminatedUnion('status', [
  Facts.extend({ status: z.literal('requires_action'), action: PaymentAction }),
  Facts.extend({ status: z.literal('processing') }),
  Facts.extend({ status: z.literal('succeeded') }),
  Facts.extend({ status: z.literal('failed'), declineCode: DeclineCode }),
])
export type PaymentFacts = z.infer<typeof Facts>
export type StoredPayment = z.infer<typeof StoredPayment>

/** What of a payment its processor tells; of a silent one nothing. */
export function outcomeOf(payment: StoredPayment): PaymentOutcome {
  if (payment.isSilent) return { status: 'unknown' }
  const card = payment.card === null ? {} : { card: payment.card }
  switch (payment.status) {
    case 'requires_action':
      return { status: 'requires_action', action: payment.action, ...card }
    case 'processing':
      return { status: 'processing', ...card }
    case 'succeeded': {
      const { amountMinor: capturedMinor, currency } = payment
      return { status: 'succeeded', capturedMinor, currency, ...card }
    }
    case 'failed':
      return { status: 'failed', declineCode: payment.declineCode, ...card }
  }
}
