import { z } from 'zod'
import { PaymentAction } from '#contract/checkout.ts'
import { DeclineCode, MaskedCard, PaymentMethod } from '#contract/payment.ts'
import { REVERSAL_KINDS } from '#contract/reversal-kinds.ts'
import { referencesOf } from './methods/references.ts'
import { DisputeStep, toldDisputes } from './dispute-rows.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import { DISPUTED_AS } from './test-cards.ts'
import { HoldBehavior } from './test-payers.ts'

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
  captureMethod: z.enum(['automatic', 'manual']),
  /** Until when a held card can be captured; null where nothing was held. */
  captureBefore: z.date().nullable(),
  /** What was captured of a hold; null where nothing was held, or is still. */
  capturedMinor: z.coerce.number().nullable(),
  holdBehavior: HoldBehavior,
  /** The total that was taken back after success. */
  reversedMinor: z.coerce.number(),
  /** The total of that which came back. */
  reinstatedMinor: z.coerce.number(),
  /** Why money was taken back last; null where none was, or by an earlier release. */
  reversalKind: z.enum(REVERSAL_KINDS).nullable(),
  /** The steps of its dispute, oldest first. */
  disputeSteps: z.array(DisputeStep),
  /** How its holder disputes it by itself; null for most cards. */
  disputedAs: z.enum(DISPUTED_AS).nullable(),
  refundBehavior: z.enum(['succeed', 'fail', 'wait', 'return']),
  /** In progress, and no request gets its outcome. */
  isSilent: z.boolean(),
  createdAt: z.date(),
  /** When a Pix code or a boleto slip was paid; null for other payments. */
  paidAt: z.date().nullable(),
})

export const StoredPayment = z.discriminatedUnion('status', [
  Facts.extend({ status: z.literal('requires_action'), action: PaymentAction }),
  Facts.extend({ status: z.literal('processing') }),
  Facts.extend({ status: z.literal('authorized'), captureBefore: z.date() }),
  Facts.extend({ status: z.literal('succeeded') }),
  Facts.extend({ status: z.literal('failed'), declineCode: DeclineCode }),
  Facts.extend({ status: z.literal('voided'), voidReason: z.enum(['requested', 'expired']) }),
])
export type PaymentFacts = z.infer<typeof Facts>
export type StoredPayment = z.infer<typeof StoredPayment>

/** What was taken of a payment that succeeded. */
export function capturedOf({ capturedMinor, amountMinor }: PaymentFacts): number {
  return capturedMinor ?? amountMinor
}

/** The outcome that callers get: `unknown` for a silent payment. */
export function outcomeOf(payment: StoredPayment): PaymentOutcome {
  if (payment.isSilent) return { status: 'unknown' }
  const card = payment.card === null ? {} : { card: payment.card }
  const references = referencesOf({ ...payment, isPaid: isTaken(payment) })
  switch (payment.status) {
    case 'requires_action':
      return { status: 'requires_action', action: payment.action, references, ...card }
    case 'processing':
      return { status: 'processing', ...card }
    case 'authorized': {
      const { amountMinor: authorizedMinor, currency, captureBefore } = payment
      const held = { authorizedMinor, currency, captureBefore: captureBefore.toISOString() }
      return { status: 'authorized', ...held, references, ...card }
    }
    case 'voided':
      return { status: 'voided', reason: payment.voidReason, references, ...card }
    case 'succeeded': {
      const { currency, reversedMinor, reinstatedMinor, reversalKind, paidAt } = payment
      const disputes = toldDisputes(payment)
      const money = {
        capturedMinor: capturedOf(payment),
        currency,
        ...(reversedMinor > 0 && { reversedMinor }),
        ...(reinstatedMinor > 0 && { reinstatedMinor }),
        ...(reversalKind !== null && { reversalKind }),
        ...(disputes.length > 0 && { disputes }),
        ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
      }
      return { status: 'succeeded', ...money, references, ...card }
    }
    case 'failed':
      return { status: 'failed', declineCode: payment.declineCode, ...card }
  }
}

/** Whether the issuer has accepted the payment, so that it has names in the networks. */
function isTaken({ status }: StoredPayment): boolean {
  return status === 'succeeded' || status === 'authorized' || status === 'voided'
}
