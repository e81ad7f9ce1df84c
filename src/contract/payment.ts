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
  'succeeded',
  'failed',
] as const
export const PaymentState = z
  .enum(PAYMENT_STATES)
  .describe(
    '`unknown`: the processor did not answer. Wait: its word or an inquiry resolves it, nothing else.',
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
} as const
export type DeclineCode = keyof typeof DECLINE_CODES
/** A decline code as the shopper may see it. */
export type ShownDecline =
  | Exclude<DeclineCode, 'expired_card' | 'incorrect_cvc' | 'incorrect_number'>
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

/** A payment as the merchant sees it. */
export const Payment = z
  .object({
    id: PaymentId,
    object: z.literal('payment'),
    status: PaymentState,
    method: PaymentMethod,
    amount: AmountMinor.describe('What the shopper pays, interest of installments included.'),
    currency: Currency,
    installments: z.int().min(1),
    card: MaskedCard.nullable(),
    declineCode: DeclineCode.nullable(),
    retryable: z.boolean().describe('Whether trying again can help after a decline.'),
    late: z.boolean().describe('Whether the money came after the session had ended.'),
    createdAt: Timestamp,
    succeededAt: Timestamp.nullable(),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>
