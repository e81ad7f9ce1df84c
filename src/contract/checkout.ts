import { z } from 'zod'
import { Environment } from './environment.ts'
import { MerchantId, PaymentId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { MerchantFacts } from './merchant.ts'
import { CardBrand, DeclineCode, MaskedCard, PaymentMethod, PaymentState } from './payment.ts'
import {
  CaptureMethod,
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
        dueDate: z.iso
          .date()
          .describe(
            'Last day to pay, in America/Sao_Paulo; where banks are closed on it, the next business day is (Lei 7.089/1983).',
          ),
        number: z
          .string()
          .optional()
          .describe('By which the bank knows it ("nosso número"), where the processor says so.'),
      })
      .meta({ id: 'BoletoAction' }),
  ])
  .meta({ id: 'PaymentAction' })
export type PaymentAction = z.infer<typeof PaymentAction>

const MonthlyInterest = z.int().min(0).max(LIMITS.monthlyInterestBasisPointsMax)

/** A payment as the shopper may see it. */
export const CheckoutPayment = z
  .object({
    id: PaymentId,
    status: PaymentState,
    method: PaymentMethod,
    amount: AmountMinor,
    amountAuthorized: AmountMinor.optional().describe(
      'What was held, also after its capture; 0 where nothing was. Absent from an older server.',
    ),
    captureBefore: Timestamp.nullable()
      .optional()
      .describe('While it is held: until when it may be captured. Absent from an older server.'),
    moneyTaken: z
      .boolean()
      .optional()
      .describe(
        'Whether the processor took money. What it took for a failed payment goes back. Absent from an older server.',
      ),
    installments: z.int().min(1),
    interest: AmountMinor.nullable()
      .optional()
      .describe(
        'Of installments, part of `amount`. Null for a payment older than this field; absent from an older server.',
      ),
    discount: AmountMinor.default(0).describe('Taken off for paying by this method.'),
    monthlyInterestBasisPoints: MonthlyInterest.nullable()
      .optional()
      .describe('The rate of that interest; null without interest. Absent from an older server.'),
    card: MaskedCard.nullable(),
    declineCode: DeclineCode.nullable(),
    retryable: z.boolean(),
    action: PaymentAction.nullable(),
    createdAt: Timestamp,
    succeededAt: Timestamp.nullable(),
    paidAt: Timestamp.nullable()
      .optional()
      .describe('As the processor states it, as of a Pix. Absent from an older server.'),
    payeeName: z
      .string()
      .nullable()
      .optional()
      .describe('Who is paid by a Pix. Absent from an older server.'),
    endToEndId: z
      .string()
      .nullable()
      .optional()
      .describe('Of a paid Pix, from the central bank. Absent from an older server.'),
  })
  .meta({ id: 'CheckoutPayment' })
export type CheckoutPayment = z.infer<typeof CheckoutPayment>

export const InstallmentOption = z
  .object({
    count: z.int().min(1),
    perInstallment: AmountMinor.describe(
      'Rounded up. Where `count` of them exceed `total`, the first installment carries the remainder: `total - (count - 1) * floor(total / count)`, and each other one is `floor(total / count)`.',
    ),
    total: AmountMinor,
    interestFree: z.boolean(),
    interest: AmountMinor.optional().describe('Part of `total`. Absent from an older server.'),
    monthlyInterestBasisPoints: MonthlyInterest.optional().describe(
      'The monthly rate, compounded: 199 is 1.99 %. 0 without interest. Absent from an older server.',
    ),
  })
  .meta({ id: 'InstallmentOption' })
export type InstallmentOption = z.infer<typeof InstallmentOption>

export interface MethodPrice {
  basisPoints: number | null
  discount: number
  total: number
}
export type MethodPrices = { [Method in PaymentMethod]?: MethodPrice | undefined }

const CheckoutMethodDiscount: z.ZodType<MethodPrice, MethodPrice> = z
  .object({
    basisPoints: z.int().nullable().describe('Null for an amount.'),
    discount: AmountMinor,
    total: AmountMinor.describe('Left to pay, before interest.'),
  })
  .meta({ id: 'CheckoutMethodDiscount' })

// Its type is stated, because the package's declarations would repeat an inferred one.
const CheckoutMethodDiscounts: z.ZodType<MethodPrices, MethodPrices> = z.object({
  card: CheckoutMethodDiscount.optional(),
  pix: CheckoutMethodDiscount.optional(),
  boleto: CheckoutMethodDiscount.optional(),
} satisfies Record<PaymentMethod, z.ZodType>)

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

/** How a processor wants a card sealed that does not take the checkout's own way. */
const CardSealing = z
  .object({
    scheme: z.literal('adyen-jwe').describe('The names of its fields, and its header.'),
    alg: z.enum(['RSA-OAEP-256', 'RSA-OAEP']),
    enc: z.enum(['A256GCM', 'A256CBC-HS512']),
    header: z
      .object({ version: z.literal('1'), kid: z.string().optional() })
      .describe('What the protected header says besides `alg` and `enc`, in this order.'),
  })
  .meta({ id: 'CardSealing' })

/** The processor's public key to which the browser encrypts the card: a compact JWE. */
export const CardEncryptionKey = z
  .object({
    kid: z.string(),
    kty: z.literal('RSA'),
    n: z.string(),
    e: z.string(),
    sealing: CardSealing.optional().describe('Default: RSA-OAEP-256 with A256GCM.'),
  })
  .meta({ id: 'CardEncryptionKey' })
export type CardEncryptionKey = z.infer<typeof CardEncryptionKey>

/** The checkout's own public key, to which the card frame seals an envelope: ECDH-ES with A256GCM, compact JWE. */
export const CardEnvelopeKey = z
  .object({
    kid: z.string(),
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
  })
  .meta({ id: 'CardEnvelopeKey' })
export type CardEnvelopeKey = z.infer<typeof CardEnvelopeKey>

/** An installment plan that a card may be sealed for; `amount` is the sum of its installments. */
const CardSealPlan = z
  .object({ installments: z.int().min(1), amount: AmountMinor })
  .meta({ id: 'CardSealPlan' })

/** What the card frame of one session needs: both public keys, and what it binds a card to. */
export const CardSeal = z
  .object({
    encryptionKey: CardEncryptionKey,
    envelopeKey: CardEnvelopeKey,
    sessionId: SessionId,
    merchantId: MerchantId,
    currency: Currency,
    plans: z.array(CardSealPlan).describe('The first one is a single payment.'),
  })
  .meta({ id: 'CardSeal' })
export type CardSeal = z.infer<typeof CardSeal>

/** Money that the merchant gave back to the shopper. */
const CheckoutRefund = z
  .object({ amount: AmountMinor, at: Timestamp.describe('When it succeeded.') })
  .meta({ id: 'CheckoutRefund' })
export type CheckoutRefund = z.infer<typeof CheckoutRefund>

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
    paidLate: z.boolean().describe('As of the session: completed by money after its end.'),
    merchant: MerchantFacts.extend({
      name: z.string(),
      country: z.string(),
      timeZone: z
        .string()
        .optional()
        .describe(
          'In which shoppers are told times, as `America/Manaus`. Absent from an older server.',
        ),
      brand: Brand,
    }),
    captureMethod: CaptureMethod.optional().describe(
      '`manual`: a payment is held until the merchant captures it. Absent from an older server.',
    ),
    currency: Currency,
    amount: AmountMinor,
    amountRefunded: AmountMinor,
    refunds: z
      .array(CheckoutRefund)
      .default([])
      .describe(
        'Refunds of the shown payment that succeeded, oldest first: the latest 20. Empty from an older server.',
      ),
    amountUndelivered: AmountMinor.default(0).describe(
      'Of refunds of the shown payment that came back, and that no later refund replaces. 0 from an older server.',
    ),
    amountReversed: AmountMinor.default(0).describe(
      'Taken back by banks and networks, as by a chargeback: not a refund.',
    ),
    amountReinstated: AmountMinor.default(0).describe('What of that came back again.'),
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
    paymentMethodDiscounts: CheckoutMethodDiscounts.default({}).describe(
      'Of methods that have one. Empty from an older server.',
    ),
    installments: z.array(InstallmentOption).nullable(),
    expiresAt: Timestamp,
    payment: CheckoutPayment.nullable(),
    attemptsLeft: z.int().min(0),
    cardEncryptionKey: CardEncryptionKey.nullable().describe(
      'Null once the session cannot be paid.',
    ),
    challengeFrameOrigins: z
      .array(z.string())
      .default([])
      .describe(
        'Origins of every page of a 3-D Secure challenge, which may then be framed. Empty where the browser must leave the page for it.',
      ),
    receiptEmail: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'Where the receipt is e-mailed to, masked; null when it is not, and a day after the payment.',
      ),
    emailsReceipts: z
      .boolean()
      .default(false)
      .describe('A receipt is e-mailed to a shopper who gives an address.'),
    notifiesMerchant: z
      .boolean()
      .default(true)
      .describe('The merchant has a callback that is not disabled: it will be notified.'),
    merchantNotified: z
      .boolean()
      .describe(
        'The merchant answered 2xx to session.completed, or to payment.authorized while the payment is held.',
      ),
    successUrl: z
      .string()
      .nullable()
      .describe('Signed; null until the session is complete, or its payment held.'),
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

/** Longer than any address or network of IPv6. */
const NETWORK_LENGTH_MAX = 64

const HeaderText = z.string().max(LIMITS.browserTextLengthMax)

/** What issuers ask about a shopper's browser before a 3-D Secure challenge. */
export const ShopperBrowser = z
  .strictObject({
    colorDepth: z.int().min(1).max(48).describe('Bits of a pixel.'),
    screenWidth: z.int().min(0).max(LIMITS.screenPixelsMax),
    screenHeight: z.int().min(0).max(LIMITS.screenPixelsMax),
    timeZoneOffset: z
      .int()
      .min(-LIMITS.timeZoneOffsetMinutesMax)
      .max(LIMITS.timeZoneOffsetMinutesMax)
      .describe('Minutes from its local time to UTC: 180 in São Paulo.'),
    javaEnabled: z.boolean(),
    language: LanguageTag,
    ip: z.string().min(1).max(NETWORK_LENGTH_MAX).optional().describe('Where it connects from.'),
    userAgent: HeaderText.optional().describe('Its header `User-Agent`.'),
    accept: HeaderText.optional().describe('Its header `Accept`.'),
  })
  .meta({ id: 'ShopperBrowser' })
export type ShopperBrowser = z.output<typeof ShopperBrowser>

const fieldsOfAnyMethod = {
  customer: Customer.prefault({}).describe('What the page collected.'),
  locale: LanguageTag.optional().describe(
    'The language in which the shopper reads the page: the receipt is e-mailed in it.',
  ),
  replacePaymentId: PaymentId.optional().describe(
    'The live attempt that the shopper gives up for this one. Without it a live attempt refuses another.',
  ),
  phoneCountry: CountryCode.optional().describe(
    'Where a phone number without + is dialled. Default: the country of `billingAddress`, or of the merchant.',
  ),
  shopperNetwork: z
    .string()
    .min(1)
    .max(NETWORK_LENGTH_MAX)
    .optional()
    .describe(
      'Where the shopper pays from: an IPv4 address, or the /64 of an IPv6 address. While the processor is silent, it tells one visitor from several. Held in memory for minutes, and neither stored nor logged. Without it visitors are told apart by their sessions.',
    ),
  browser: ShopperBrowser.optional().describe(
    'For a processor that passes it on to the issuer of a card. Neither stored nor logged. Absent from an older page, and from one without script.',
  ),
}

/** Body of `POST /v1/checkout/{reference}/payments`. */
export const CreatePayment = z
  .discriminatedUnion('method', [
    z
      // guard: closed-payment
      .strictObject({
        method: z.literal('card'),
        card: z.strictObject({
          encrypted: z
            .string()
            .max(LIMITS.encryptedCardLengthMax)
            .regex(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a compact JWE')
            .describe(
              "The card frame's envelope, a compact JWE: sealed for this session, these installments and this `Idempotency-Key`, at most 15 minutes ago.",
            ),
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

/** What the return from a challenge brought in its query or form. */
export const Returned = z
  .record(
    z.string().min(1).max(LIMITS.returnedNameLengthMax),
    z.string().max(LIMITS.returnedValueLengthMax),
  )
  .refine((returned) => Object.keys(returned).length <= LIMITS.returnedEntriesMax, {
    message: `must not have more than ${LIMITS.returnedEntriesMax} entries`,
    params: { code: 'too_big' },
  })
  .refine((returned) => bytesOf(JSON.stringify(returned)) <= LIMITS.returnedBytesMax, {
    message: `must not have more than ${LIMITS.returnedBytesMax} bytes`,
    params: { code: 'too_big' },
  })
  .meta({ maxProperties: LIMITS.returnedEntriesMax, 'x-max-bytes': LIMITS.returnedBytesMax })
export type Returned = z.output<typeof Returned>

/** Body of `POST /v1/checkout/{reference}/payments/{id}/action`. */
export const CompleteAction = z
  .strictObject({
    returned: Returned.optional().describe(
      'What the shopper brought back, for a processor whose outcome depends on it. Kept until the payment is decided, and neither shown nor logged.',
    ),
  })
  .prefault({})
  .meta({ id: 'CompleteAction' })

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Card details before the browser encrypts them as JWE. Only the processor decrypts them. */
export const CardDetails = z.strictObject({
  number: z.string().regex(/^[0-9]{12,19}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2099),
  securityCode: z.string().regex(/^[0-9]{3,4}$/),
  name: z.string().min(1).max(LIMITS.nameLengthMax),
})
export type CardDetails = z.infer<typeof CardDetails>

/** The plaintext of an envelope: the processor's ciphertext, and the one payment that it may be used for. */
export const CardEnvelope = z.strictObject({
  encrypted: z.string().max(LIMITS.encryptedCardLengthMax),
  sessionId: z.string(),
  merchantId: z.string(),
  currency: z.string(),
  amount: z.int(),
  installments: z.int(),
  idempotencyKey: z.string(),
  sealedAt: z.iso.datetime(),
})
export type CardEnvelope = z.infer<typeof CardEnvelope>
