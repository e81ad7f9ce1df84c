import { z } from 'zod'
import { Environment } from './environment.ts'
import { PaymentId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { CardBrand, DeclineCode, MaskedCard, PaymentMethod, PaymentState } from './payment.ts'
import {
  Collect,
  Customer,
  LabeledAmount,
  LanguageTag,
  LineItem,
  SessionPaymentState,
  SessionState,
} from './session.ts'
import { AmountMinor, CountryCode, Currency, inQuery, Timestamp } from './values.ts'

/** The shopper's next step in a payment, by method. */
export const PaymentAction = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('challenge'),
        url: z.string().describe('The 3-D Secure page of the card issuer.'),
      })
      .meta({ id: 'ChallengeAction' }),
    z
      .object({
        type: z.literal('pix'),
        brCode: z.string().describe('BR Code: the text of the QR code, also to copy and paste.'),
        expiresAt: Timestamp,
      })
      .meta({ id: 'PixAction' }),
    z
      .object({
        type: z.literal('boleto'),
        digitableLine: z.string().regex(/^[0-9]{47}$/),
        barcode: z.string().regex(/^[0-9]{44}$/),
        dueDate: z.iso.date().describe('Last day to pay, in America/Sao_Paulo.'),
      })
      .meta({ id: 'BoletoAction' }),
  ])
  .meta({ id: 'PaymentAction' })
export type PaymentAction = z.infer<typeof PaymentAction>

/** A payment as the shopper may see it. */
export const CheckoutPayment = z
  .object({
    id: PaymentId,
    status: PaymentState,
    method: PaymentMethod,
    amount: AmountMinor,
    installments: z.int().min(1),
    card: MaskedCard.nullable(),
    declineCode: DeclineCode.nullable(),
    retryable: z.boolean(),
    action: PaymentAction.nullable(),
    createdAt: Timestamp,
    succeededAt: Timestamp.nullable(),
  })
  .meta({ id: 'CheckoutPayment' })
export type CheckoutPayment = z.infer<typeof CheckoutPayment>

export const InstallmentOption = z
  .object({
    count: z.int().min(1),
    perInstallment: AmountMinor,
    total: AmountMinor,
    interestFree: z.boolean(),
  })
  .meta({ id: 'InstallmentOption' })
export type InstallmentOption = z.infer<typeof InstallmentOption>

export const Brand = z
  .object({
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable(),
    logoUrl: z.string().nullable(),
    radiusPx: z.int().min(0).max(24).nullable(),
  })
  .meta({ id: 'Brand' })
export type Brand = z.infer<typeof Brand>

/** The processor's public key to which the browser encrypts the card: RSA-OAEP-256 with A256GCM, compact JWE. */
export const CardEncryptionKey = z
  .object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })
  .meta({ id: 'CardEncryptionKey' })
export type CardEncryptionKey = z.infer<typeof CardEncryptionKey>

/** A session as the shopper may see it: no secrets, internals or metadata. */
export const Checkout = z
  .object({
    object: z.literal('checkout'),
    environment: Environment,
    version: z.int(),
    topics: z
      .array(z.string())
      .optional()
      .describe('Under which names `GET /v1/checkout/changes` tells that something changed here.'),
    now: Timestamp.describe("The server's clock, so that countdowns do not trust the browser's."),
    clockFrozen: z
      .boolean()
      .default(false)
      .describe('`now` stands still: only in the sandbox, where a merchant can stop their clock.'),
    status: SessionState,
    detailsWithheld: z
      .boolean()
      .default(false)
      .describe(
        'A day after it ended unpaid: lines, amounts and payment are no longer told, and stand as nothing and 0.',
      ),
    paymentStatus: SessionPaymentState,
    paidLate: z.boolean(),
    merchant: z.object({ name: z.string(), country: CountryCode, brand: Brand }),
    currency: Currency,
    amount: AmountMinor,
    amountRefunded: AmountMinor,
    lineItems: z.array(LineItem),
    discounts: z.array(LabeledAmount),
    shipping: LabeledAmount.nullable(),
    tax: LabeledAmount.nullable(),
    orderReference: z.string().nullable(),
    description: z.string().nullable(),
    customer: Customer.nullable(),
    collect: Collect,
    locale: z.string(),
    paymentMethods: z.array(PaymentMethod),
    installments: z.array(InstallmentOption).nullable(),
    expiresAt: Timestamp,
    payment: CheckoutPayment.nullable(),
    attemptsLeft: z.int().min(0),
    cardEncryptionKey: CardEncryptionKey.nullable().describe(
      'Null once the session cannot be paid.',
    ),
    receiptEmail: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'Where the receipt is e-mailed to, masked; null when it is not, and a day after the payment.',
      ),
    merchantNotified: z.boolean().describe('The merchant answered 2xx to session.completed.'),
    successUrl: z.string().nullable().describe('Signed; null until the session is complete.'),
    cancelUrl: z.string().nullable().describe('Signed; where the way back leads.'),
  })
  .meta({ id: 'Checkout' })
export type Checkout = z.infer<typeof Checkout>

/** Query of `GET /v1/checkout/{reference}`. */
export const ReadCheckout = z.strictObject({
  afterVersion: inQuery(z.int().min(0))
    .optional()
    .describe('Answer once the version is greater, or after the wait.'),
  waitSeconds: inQuery(z.int().min(0).max(LIMITS.waitSecondsMax).default(0)),
})

const fieldsOfAnyMethod = {
  customer: Customer.prefault({}).describe('What the page collected.'),
  locale: LanguageTag.optional().describe(
    'The language in which the shopper reads the page: the receipt is e-mailed in it.',
  ),
  replacePaymentId: PaymentId.optional().describe(
    'The live attempt that the shopper gives up for this one. Without it a live attempt refuses another.',
  ),
}

/** Body of `POST /v1/checkout/{reference}/payments`. */
export const CreatePayment = z
  .discriminatedUnion('method', [
    z
      .strictObject({
        method: z.literal('card'),
        card: z.strictObject({
          encrypted: z
            .string()
            .max(LIMITS.encryptedCardLengthMax)
            .regex(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a compact JWE')
            .describe('The card as a compact JWE to the `cardEncryptionKey` of the view.'),
          brand: CardBrand.nullable(),
          lastFour: z.string().regex(/^[0-9]{4}$/),
        }),
        installments: z.int().min(1).max(LIMITS.installmentsMax).default(1),
        ...fieldsOfAnyMethod,
      })
      .meta({ id: 'CreateCardPayment' }),
    z
      .strictObject({ method: z.literal('pix'), ...fieldsOfAnyMethod })
      .meta({ id: 'CreatePixPayment' }),
    z
      .strictObject({ method: z.literal('boleto'), ...fieldsOfAnyMethod })
      .meta({ id: 'CreateBoletoPayment' }),
  ])
  .meta({ id: 'CreatePayment' })
export type CreatePayment = z.output<typeof CreatePayment>
export type CreatePaymentInput = z.input<typeof CreatePayment>

/** Card details before the browser encrypts them as JWE. Only the processor decrypts them. */
export const CardDetails = z.strictObject({
  number: z.string().regex(/^[0-9]{12,19}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2099),
  securityCode: z.string().regex(/^[0-9]{3,4}$/),
  name: z.string().min(1).max(LIMITS.nameLengthMax),
})
export type CardDetails = z.infer<typeof CardDetails>
