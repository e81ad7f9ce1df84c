import { z } from 'zod'
import { PaymentId } from './ids.ts'
import { AmountMinor, Currency, Timestamp } from './values.ts'

export const PAYMENT_METHODS = ['card', 'pix', 'boleto'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS).meta({ id: 'PaymentMethod' })
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const PAYMENT_STATES = [
  'created',
  'requires_action',
  'processing',
  'unknown',
  'authorized',
  'amount_mismatch',
  'succeeded',
  'failed',
  'voided',
] as const
export const PaymentState = z
  .enum(PAYMENT_STATES)
  .describe(
    '`unknown`: the processor did not answer. Wait: its word or an inquiry resolves it, nothing else. ' +
      '`amount_mismatch`: it took another amount than was asked. It is accepted or refused, and nothing else can be paid meanwhile. ' +
      '`authorized`: the amount is held, and nothing is taken yet. `voided`: what was held was released. More states may appear.',
  )
  .meta({ id: 'PaymentState' })
export type PaymentState = z.infer<typeof PaymentState>

export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'elo',
  'hipercard',
  'diners',
  'discover',
  'jcb',
  'unionpay',
] as const
export const CardBrand = z.enum(CARD_BRANDS).meta({ id: 'CardBrand' })
export type CardBrand = z.infer<typeof CardBrand>

/** Decline codes, and whether another payment can help. More codes may appear. */
export const DECLINE_CODES = {
  card_declined: { retryable: true },
  insufficient_funds: { retryable: true },
  expired_card: { retryable: true },
  incorrect_cvc: { retryable: true },
  incorrect_number: { retryable: true },
  processing_error: { retryable: true },
  lost_card: { retryable: false },
  stolen_card: { retryable: false },
  suspected_fraud: { retryable: false },
  authentication_failed: { retryable: true },
  authentication_abandoned: { retryable: true },
  pix_expired: { retryable: true },
  boleto_expired: { retryable: true },
  replaced: { retryable: true },
  issuer_unavailable: { retryable: true },
  card_not_supported: { retryable: false },
  card_blocked: { retryable: false },
  limit_exceeded: { retryable: true },
} as const
export type DeclineCode = keyof typeof DECLINE_CODES
/** A decline code as the shopper may see it: several share their words. */
export type ShownDecline =
  | Exclude<
      DeclineCode,
      | 'expired_card'
      | 'incorrect_cvc'
      | 'incorrect_number'
      | 'card_not_supported'
      | 'card_blocked'
      | 'issuer_unavailable'
      | 'limit_exceeded'
    >
  | 'card_details'
export const DeclineCode = z
  .enum(Object.keys(DECLINE_CODES) as [DeclineCode, ...DeclineCode[]])
  .describe('Why an attempt did not succeed. More codes may appear.')
  .meta({ id: 'DeclineCode' })

/** The only card data outside the cardholder data environment: brand and last four digits. */
export const MaskedCard = z
  .object({ brand: CardBrand.nullable(), lastFour: z.string().regex(/^[0-9]{4}$/) })
  .meta({ id: 'MaskedCard' })
export type MaskedCard = z.infer<typeof MaskedCard>

const CAPTURE_STATES = ['pending', 'failed'] as const

/** A capture that is not made: it is under way, or was refused and may be tried again. */
export const Capture = z
  .object({
    amount: AmountMinor,
    status: z.enum(CAPTURE_STATES),
    requestedAt: Timestamp,
    failedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Capture' })
export type Capture = z.infer<typeof Capture>

/** Why a hold was released: by a request, because its time ended, or at the processor itself. */
const VOID_REASONS = ['requested', 'expired', 'elsewhere'] as const

/** A name by which a back office matches a payment. Absent in events older than the field. */
function reference(what: string) {
  return z.string().nullable().optional().describe(what)
}

const paymentSchema = z
  .object({
    id: PaymentId,
    object: z.literal('payment'),
    status: PaymentState,
    method: PaymentMethod,
    amount: AmountMinor.describe(
      'What the shopper pays: less `discount`, interest of installments included.',
    ),
    currency: Currency,
    amountCaptured: AmountMinor.optional().describe(
      'What the processor took. It differs from `amount` in `amount_mismatch`, and once that was accepted or refused. Absent in older events.',
    ),
    currencyCaptured: Currency.optional().describe(
      'In which currency it took that. Absent in older events.',
    ),
    amountReversed: AmountMinor.optional().describe(
      'What banks and networks took back of it so far, as by a chargeback. Refunds are not part of it. Absent in older events.',
    ),
    amountAuthorized: AmountMinor.optional().describe(
      'What was held of it, also once it was captured or released; 0 if it never was. Absent in older events.',
    ),
    authorizedAt: Timestamp.nullable()
      .optional()
      .describe('When it was held. Null if it never was; absent in older events.'),
    captureBefore: Timestamp.nullable()
      .optional()
      .describe(
        'When the hold ends: it is captured before, or released. Null if it is not held; absent in older events.',
      ),
    capture: Capture.nullable()
      .optional()
      .describe(
        'Of a held payment, the capture that is under way or was refused last. Null without one, and once it was made; absent in older events.',
      ),
    voidReason: z
      .enum(VOID_REASONS)
      .nullable()
      .optional()
      .describe(
        'Why the hold was released: by a call (`requested`), because its time ended (`expired`), or at the processor (`elsewhere`). More reasons may appear. Absent in older events.',
      ),
    amountReinstated: AmountMinor.optional().describe(
      'What of `amountReversed` they gave back again so far, as after a dispute that was won. Both only grow; what is gone now is their difference. Absent in older events.',
    ),
    installments: z.int().min(1),
    card: MaskedCard.nullable(),
    declineCode: DeclineCode.nullable(),
    retryable: z.boolean().describe('Whether trying again can help after a decline.'),
    late: z.boolean().describe('Whether the money came after the session had ended.'),
    createdAt: Timestamp,
    succeededAt: Timestamp.nullable(),
    interest: AmountMinor.nullable()
      .optional()
      .describe('Of installments, part of `amount`. Null for a payment older than this field.'),
    discount: AmountMinor.optional().describe(
      'Taken off for paying by this method. Absent in older events.',
    ),
    processorReference: reference('The name of the payment at the processor.'),
    authorizationCode: reference('Of a card, from its issuer.'),
    endToEndId: reference('Of a paid Pix, from the central bank.'),
    paidAt: Timestamp.nullable()
      .optional()
      .describe(
        'When it was paid, as the processor states it: of a Pix, the time of its bank. Null where the processor states none; absent in older events.',
      ),
    payeeName: reference(
      'Who is paid by a Pix, as the page names them: the holder of the account, where the processor says who that is, else the merchant.',
    ),
    txid: reference('Of a Pix, as in its BR Code.'),
    boletoNumber: reference("The bank's own number of a boleto (nosso número)."),
  })
  .meta({ id: 'Payment' })
/** A payment as the merchant sees it. */
export type Payment = z.infer<typeof paymentSchema>
// Named, because the package's declarations would repeat an inferred type.
export interface PaymentSchema extends z.ZodType<Payment, Payment> {}
export const Payment: PaymentSchema = paymentSchema

/** Payments of a session, newest first: there are few, in one answer. */
export const PaymentList = z
  .object({ object: z.literal('list'), data: z.array(Payment), hasMore: z.boolean() })
  .meta({ id: 'PaymentList' })
export type PaymentList = z.infer<typeof PaymentList>
