import { z } from 'zod'
import { DISPUTE_STEPS } from '#contract/dispute-states.ts'
import { PaymentAction } from '#contract/checkout.ts'
import { DeclineCode, MaskedCard } from '#contract/payment.ts'
import { REVERSAL_KINDS } from '#contract/reversal-kinds.ts'
import { AmountMinor, Currency } from '#contract/values.ts'

/** Of a payment's or refund's reference. A longer text is no reference, and holds data that does not belong there. */
const REFERENCE_LENGTH_MAX = 256

const PAYEE_NAME_LENGTH_MAX = 200

const Name = z.string().min(1).max(REFERENCE_LENGTH_MAX).optional()
const State = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const common = {
  card: MaskedCard.optional(),
  references: z
    .strictObject({
      processorReference: Name,
      authorizationCode: Name,
      endToEndId: Name,
      txid: Name,
      boletoNumber: Name,
    })
    .optional(),
  state: State.optional(),
  payeeName: z.string().min(1).max(PAYEE_NAME_LENGTH_MAX).optional(),
}

const ToldDispute = z.strictObject({
  reference: z.string().min(1).max(200),
  step: z.enum(DISPUTE_STEPS),
  at: z.iso.datetime({ offset: true }).optional(),
  amountMinor: AmountMinor.min(1),
  currency: Currency,
  network: z.string().min(1).max(100).optional(),
  reasonCode: z.string().min(1).max(100).optional(),
  reason: z.string().min(1).max(500).optional(),
  respondBy: z.iso.datetime({ offset: true }).optional(),
  respondByIsProven: z.boolean().optional(),
})

const Succeeded = z
  .strictObject({
    status: z.literal('succeeded'),
    capturedMinor: AmountMinor.min(1),
    currency: Currency,
    reversedMinor: AmountMinor.optional(),
    reinstatedMinor: AmountMinor.optional(),
    disputes: z.array(ToldDispute).optional(),
    reversalKind: z.enum(REVERSAL_KINDS).optional(),
    paidAt: z.iso.datetime({ offset: true }).optional(),
    ...common,
  })
  .refine(
    ({ capturedMinor, reversedMinor = 0, reinstatedMinor = 0 }) =>
      reversedMinor - reinstatedMinor <= capturedMinor,
    { path: ['reversedMinor'], message: 'is more than was captured' },
  )

export const OutcomeSchema = z.discriminatedUnion('status', [
  Succeeded,
  z.strictObject({ status: z.literal('failed'), declineCode: DeclineCode, ...common }),
  z.strictObject({ status: z.literal('requires_action'), action: PaymentAction, ...common }),
  z.strictObject({ status: z.literal('processing'), ...common }),
  z.strictObject({
    status: z.literal('authorized'),
    authorizedMinor: AmountMinor.min(1),
    currency: Currency,
    captureBefore: z.iso.datetime({ offset: true }).optional(),
    isReleaseFailed: z.literal(true).optional(),
    ...common,
  }),
  z.strictObject({
    status: z.literal('voided'),
    reason: z.enum(['requested', 'expired', 'elsewhere']),
    ...common,
  }),
])

export const CaptureSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('captured'),
    capturedMinor: AmountMinor.min(1),
    currency: Currency,
    references: common.references,
    state: common.state,
  }),
  z.strictObject({ status: z.literal('pending') }),
  z.strictObject({
    status: z.literal('refused'),
    reason: z.enum(['expired', 'refused']),
    declineCode: DeclineCode.optional(),
  }),
])

export const InquirySchema = z.union([
  OutcomeSchema,
  z.strictObject({ status: z.enum(['not_found', 'not_known_yet']) }),
])

export const RefundSchema = z.strictObject({
  status: z.enum(['pending', 'succeeded', 'failed', 'reversed']),
  isNotSent: z.literal(true).optional(),
  references: z.strictObject({ processorReference: Name, returnId: Name }).optional(),
  state: State.optional(),
})

export const RefundInquirySchema = z.union([
  RefundSchema,
  z.strictObject({ status: z.literal('not_found') }),
])

const NotificationSchema = z.strictObject({
  notificationId: z.string().min(1),
  paymentId: z.string().min(1).optional(),
  refundId: z.string().min(1).optional(),
  facts: State.optional(),
  report: z.string().min(1).optional(),
  isForged: z.literal(true).optional(),
})

export const NotificationsSchema = z
  .union([NotificationSchema, z.array(NotificationSchema)])
  .optional()

export const MovementsSchema = z.strictObject({
  movements: z.array(
    z.strictObject({
      kind: z.enum(['capture', 'refund', 'reversal', 'reinstatement']),
      id: z.string().min(1),
      part: Name,
      amountMinor: AmountMinor.min(1),
      currency: Currency,
      at: z.date(),
    }),
  ),
  next: z.string().optional(),
})
