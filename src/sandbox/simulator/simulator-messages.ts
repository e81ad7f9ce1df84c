import { z } from 'zod'
import { PaymentAction } from '#contract/checkout.ts'
import { DISPUTE_STEPS } from '#contract/dispute-states.ts'
import { MerchantId, PaymentId, RefundId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { DeclineCode, MaskedCard } from '#contract/payment.ts'
import { REVERSAL_KINDS } from '#contract/reversal-kinds.ts'
import { Customer } from '#contract/session.ts'
import { AmountMinor, Currency, plainText, Timestamp, WebUrl } from '#contract/values.ts'
import { MethodRequest } from './methods/requests.ts'

/** The body of `POST /payments`. */
export const PaymentRequest = z.strictObject({
  paymentId: PaymentId,
  amountMinor: AmountMinor.min(1),
  currency: Currency,
  merchantId: MerchantId,
  merchantName: plainText(LIMITS.nameLengthMax),
  description: z.string().nullable(),
  customer: Customer,
  returnUrl: WebUrl,
  method: MethodRequest,
  captureMethod: z.enum(['automatic', 'manual']).default('automatic'),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** What the simulator takes of a payment. It refuses members that it does not know, such as those for real issuers. */
export function paymentBodyOf(payment: object): object {
  const taken = Object.entries(payment).filter(([name]) => name in PaymentRequest.shape)
  return Object.fromEntries(taken)
}

const card = MaskedCard.exactOptional()
const references = z
  .object({
    processorReference: z.string().exactOptional(),
    authorizationCode: z.string().exactOptional(),
    endToEndId: z.string().exactOptional(),
    txid: z.string().exactOptional(),
    boletoNumber: z.string().exactOptional(),
  })
  .exactOptional()

const ToldStep = z.object({
  reference: z.string(),
  step: z.enum(DISPUTE_STEPS),
  at: Timestamp,
  amountMinor: AmountMinor,
  currency: Currency,
  network: z.string().exactOptional(),
  reasonCode: z.string().exactOptional(),
  reason: z.string(),
  respondBy: Timestamp.exactOptional(),
  respondByIsProven: z.boolean().exactOptional(),
})

/** What happens to a disputed payment. */
const DISPUTE_EVENTS = ['dispute', 'dispute_answered', 'dispute_won', 'dispute_lost'] as const

/** The response to `POST /payments`, `POST /payments/{id}/cancel` and `POST /payments/{id}/simulate`. */
export const PaymentAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('succeeded'),
    capturedMinor: AmountMinor,
    currency: Currency,
    reversedMinor: AmountMinor.exactOptional(),
    reinstatedMinor: AmountMinor.exactOptional(),
    reversalKind: z.enum(REVERSAL_KINDS).exactOptional(),
    paidAt: Timestamp.exactOptional(),
    disputes: z.array(ToldStep).exactOptional(),
    card,
    references,
  }),
  z.object({ status: z.literal('failed'), declineCode: DeclineCode, card, references }),
  z.object({ status: z.literal('requires_action'), action: PaymentAction, card, references }),
  z.object({ status: z.literal('processing'), card, references }),
  z.object({
    status: z.literal('authorized'),
    authorizedMinor: AmountMinor,
    currency: Currency,
    captureBefore: Timestamp,
    card,
    references,
  }),
  z.object({
    status: z.literal('voided'),
    reason: z.enum(['requested', 'expired']),
    card,
    references,
  }),
])

const NotFound = z.object({ status: z.literal('not_found') })

/** The response to `GET /payments/{id}`. */
export const PaymentInquiryAnswer = z.union([PaymentAnswer, NotFound])

/** The body of `POST /payments/{id}/capture`. */
export const CaptureRequest = z.strictObject({
  amountMinor: AmountMinor.min(1),
  currency: Currency,
})
export type CaptureRequest = z.infer<typeof CaptureRequest>

export const CaptureAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('captured'),
    capturedMinor: AmountMinor,
    currency: Currency,
    references,
  }),
  z.object({ status: z.literal('refused'), reason: z.enum(['expired', 'refused']) }),
])
export type CaptureAnswer = z.infer<typeof CaptureAnswer>

/**
 * The body of `POST /payments/{id}/simulate`: triggers an event that would come later or never. `pay_late` pays an
 * expired or canceled voucher; `time_out` makes a payment in progress silent; `reverse` takes money back after success,
 * `reinstate` gives it back again.
 * `authorize` holds the card of a payment in progress, `authorization_expired` ends the hold; `capture_failed`: a capture that
 * was acknowledged fails after all.
 */
export const SimulateRequest = z.strictObject({
  outcome: z.enum([
    'pay',
    'pay_late',
    'decline',
    'expire',
    'pass_challenge',
    'fail_challenge',
    'time_out',
    'reverse',
    'authorize',
    'authorization_expired',
    'capture_failed',
    'reinstate',
    'refund_reversed',
    ...DISPUTE_EVENTS,
  ]),
  declineCode: DeclineCode.default('card_declined').describe('Of the outcome "decline".'),
  amountMinor: AmountMinor.min(1)
    .exactOptional()
    .describe('Of the outcomes "reverse", "reinstate" and "dispute"; default: all that can be.'),
  stage: z.enum(['inquiry', 'chargeback']).exactOptional().describe('Of the outcome "dispute".'),
  respondInDays: z.int().min(1).exactOptional().describe('Of the outcome "dispute".'),
  refundId: RefundId.exactOptional().describe('Of the outcome "refund_reversed".'),
})
export type SimulateRequest = z.infer<typeof SimulateRequest>

/** The part of the response that the adapter needs; it inquires for the payment's outcome. */
export const SimulateAnswer = z.object({ status: z.string() })

/** The body of `POST /refunds`. */
export const RefundRequest = z.strictObject({
  refundId: RefundId,
  paymentId: PaymentId,
  amountMinor: AmountMinor.min(1),
  currency: Currency,
})
export type RefundRequest = z.infer<typeof RefundRequest>

export const RefundAnswer = z.object({
  status: z.enum(['pending', 'succeeded', 'failed', 'reversed']),
})
export const RefundInquiryAnswer = z.union([RefundAnswer, NotFound])

/** The query of `GET /movements`. */
export const MovementsQuery = z.object({
  since: Timestamp,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('0'),
})

export const MovementsAnswer = z.object({
  movements: z.array(
    z.object({
      kind: z.enum(['capture', 'refund', 'reversal', 'reinstatement']),
      id: z.string(),
      amountMinor: AmountMinor,
      currency: Currency,
      at: z.coerce.date(),
    }),
  ),
  next: z.string().exactOptional(),
})

/** The signed body (Standard Webhooks) of a notification. It has no amount: the API inquires. */
export const SimulatorNotification = z.object({
  id: z.string().min(1),
  paymentId: PaymentId,
  refundId: RefundId.exactOptional(),
  type: z.enum([
    'payment.authorized',
    'payment.succeeded',
    'payment.failed',
    'payment.voided',
    'payment.reversed',
    'payment.reinstated',
    'payment.disputed',
    'refund.reversed',
  ]),
  occurredAt: Timestamp,
})
export type SimulatorNotification = z.infer<typeof SimulatorNotification>
