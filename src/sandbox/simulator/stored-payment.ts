import { z } from 'zod'
import { PaymentAction } from '#contract/checkout.ts'
import { DeclineCode, MaskedCard, PaymentMethod } from '#contract/payment.ts'
import { referencesOf } from './methods/references.ts'
import type { PaymentOutcome } from '#domain/settle.ts'

const Facts = z.object({
  id: z.string(),
  method: PaymentMethod,
  // The driver returns bigint as text.
  amountMinor: z.coerce.number(),
  currency: z.string(),
  card: MaskedCard.nullable(),
  challengeToken: z.string().nullable(),
  merchantId: z.string().nullable(),
  merchantName: z.string(),
  /**
   * The URL to which the issuer redirects after a challenge. It gives access to the session's page, so payments without a
   * challenge do not store it.
   */
  returnUrl: z.string().nullable(),
  /** The total that was taken back after success. */
  reversedMinor: z.coerce.number(),
  refundBehavior: z.enum(['succeed', 'fail', 'wait']),
  /** In progress, and no request gets its outcome. */
  isSilent: z.boolean(),
  createdAt: z.date(),
  /** When a Pix code or a boleto slip was paid; null for other payments. */
  paidAt: z.date().nullable(),
})

export const StoredPayment = z.discriminatedUnion('status', [
  Facts.extend({ status: z.literal('requires_action'), action: PaymentAction }),
  Facts.extend({ status: z.literal('processing') }),
  Facts.extend({ status: z.literal('succeeded') }),
  Facts.extend({ status: z.literal('failed'), declineCode: DeclineCode }),
])
export type PaymentFacts = z.infer<typeof Facts>
export type StoredPayment = z.infer<typeof StoredPayment>

/** The outcome that callers get: `unknown` for a silent payment. */
export function outcomeOf(payment: StoredPayment): PaymentOutcome {
  if (payment.isSilent) return { status: 'unknown' }
  const card = payment.card === null ? {} : { card: payment.card }
  const references = referencesOf({ ...payment, isPaid: payment.status === 'succeeded' })
  switch (payment.status) {
    case 'requires_action':
      return { status: 'requires_action', action: payment.action, references, ...card }
    case 'processing':
      return { status: 'processing', ...card }
    case 'succeeded': {
      const { amountMinor: capturedMinor, currency, reversedMinor, paidAt } = payment
      const money = {
        capturedMinor,
        currency,
        ...(reversedMinor > 0 && { reversedMinor }),
        ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
      }
      return { status: 'succeeded', ...money, references, ...card }
    }
    case 'failed':
      return { status: 'failed', declineCode: payment.declineCode, ...card }
  }
}
