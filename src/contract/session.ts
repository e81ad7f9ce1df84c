import { z } from 'zod'
import { Environment } from './environment.ts'
import { MerchantId, PaymentId, SessionId } from './ids.ts'
import { LIMITS } from './limits.ts'
import { ReturnUrl } from './merchant.ts'
import { Payment, PaymentMethod } from './payment.ts'
import { POSTAL_CODE_LENGTH_MAX, STATE_LENGTH_MAX, TAX_ID_LENGTH_MAX } from './text-lengths.ts'
import {
  absentOr,
  AmountMinor,
  CountryCode,
  Currency,
  Email,
  Metadata,
  MomentInQuery,
  Phone,
  plainText,
  Timestamp,
  WebUrl,
  inQuery,
} from './values.ts'

export const SESSION_STATES = ['open', 'complete', 'canceled', 'expired'] as const
export const SessionState = z.enum(SESSION_STATES).meta({ id: 'SessionState' })
export type SessionState = z.infer<typeof SessionState>

/** When money is taken: at once, or by a call within the time that the bank holds it. */
export const CaptureMethod = z.enum(['automatic', 'manual']).meta({ id: 'CaptureMethod' })
export type CaptureMethod = z.infer<typeof CaptureMethod>

const SESSION_PAYMENT_STATES = [
  'unpaid',
  'requires_action',
  'processing',
  'authorized',
  'paid',
  'partially_refunded',
  'refunded',
] as const
export const SessionPaymentState = z
  .enum(SESSION_PAYMENT_STATES)
  .meta({ id: 'SessionPaymentState' })
export type SessionPaymentState = z.infer<typeof SessionPaymentState>

export const LineItem = z
  .strictObject({
    name: plainText(LIMITS.nameLengthMax),
    quantity: z.int().min(1).max(LIMITS.quantityMax),
    unitAmount: AmountMinor,
    imageUrl: WebUrl.optional().describe(
      'A PNG, JPEG, WebP, GIF or AVIF of at most 1 MiB, at https; the page shows it from its own origin.',
    ),
    description: plainText(LIMITS.descriptionLengthMax).optional(),
  })
  .meta({ id: 'LineItem' })
export type LineItem = z.infer<typeof LineItem>

export const LabeledAmount = z
  .strictObject({ label: plainText(LIMITS.nameLengthMax), amount: AmountMinor })
  .meta({ id: 'LabeledAmount' })
export type LabeledAmount = z.infer<typeof LabeledAmount>

const Address = z
  .strictObject({
    line1: plainText(LIMITS.nameLengthMax).describe('The street, with the number of the house.'),
    line2: plainText(LIMITS.nameLengthMax).optional(),
    district: plainText(LIMITS.nameLengthMax)
      .optional()
      .describe('The part of a city, as bairro in Brazil.'),
    city: plainText(LIMITS.nameLengthMax),
    state: plainText(STATE_LENGTH_MAX).optional(),
    postalCode: plainText(POSTAL_CODE_LENGTH_MAX)
      .optional()
      .describe('Absent where a country has none.'),
    country: CountryCode,
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

/** A CPF or CNPJ as people write it, which `domain/tax-id.ts` judges. */
const TaxId = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(TAX_ID_LENGTH_MAX)
  .describe(
    'A CPF (11 digits) or CNPJ (14 characters, letters allowed), with or without separators.',
  )
  .meta({ maxLength: TAX_ID_LENGTH_MAX })

export const Customer = z
  .strictObject({
    email: Email.optional(),
    name: plainText(LIMITS.nameLengthMax).optional(),
    phone: Phone.optional(),
    taxId: TaxId.optional(),
    billingAddress: Address.optional(),
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

export const Collection = z.enum(['required', 'optional', 'hidden']).meta({ id: 'Collection' })
export type Collection = z.infer<typeof Collection>

/** Customer data that the page collects. Boleto always asks for name and CPF or CNPJ: the slip must bear them. */
export const Collect = z
  .strictObject({
    name: Collection.default('hidden'),
    email: Collection.default('required'),
    phone: Collection.default('hidden'),
    taxId: Collection.default('hidden'),
    billingAddress: Collection.default('hidden'),
  })
  .meta({ id: 'Collect' })
export type Collect = z.infer<typeof Collect>

export const InstallmentPlan = z
  .strictObject({
    max: z.int().min(1).max(LIMITS.installmentsMax),
    minimumPerInstallment: AmountMinor.default(0),
    interestFree: z.int().min(1).max(LIMITS.installmentsMax).default(1),
    monthlyInterestBasisPoints: z.int().min(0).max(LIMITS.monthlyInterestBasisPointsMax).default(0),
  })
  .meta({ id: 'InstallmentPlan' })
export type InstallmentPlan = z.infer<typeof InstallmentPlan>

export interface MethodDiscount {
  basisPoints?: number | undefined
  amount?: number | undefined
}

export type MethodDiscounts = { [Method in PaymentMethod]?: MethodDiscount | undefined }

// Named, because the package's declarations would repeat an inferred type.
export interface MethodDiscountsSchema extends z.ZodType<MethodDiscounts, MethodDiscounts> {}

const MethodDiscount = z
  .strictObject({
    basisPoints: z.int().min(1).max(9999).optional().describe('500 is 5 %. Rounded half up.'),
    amount: AmountMinor.min(1).optional(),
  })
  .refine(({ basisPoints, amount }) => (basisPoints === undefined) !== (amount === undefined), {
    message: 'must have basisPoints or amount',
    params: { code: 'invalid_value' },
  })
  .describe('Exactly one of both. At least one minor unit is left to pay.')
  .meta({ id: 'PaymentMethodDiscount', minProperties: 1, maxProperties: 1 })

const MethodDiscounts: MethodDiscountsSchema = z
  .strictObject({
    card: MethodDiscount.optional(),
    pix: MethodDiscount.optional(),
    boleto: MethodDiscount.optional(),
  } satisfies Record<PaymentMethod, z.ZodType>)
  .describe('What paying by an offered method takes off `amount`.')
  .meta({ id: 'PaymentMethodDiscounts' })

const TAG_LENGTH_MAX = 35

/** A BCP 47 language tag in any case. Parsing writes it as `pt-BR`. */
export const LanguageTag = z
  .string()
  .max(TAG_LENGTH_MAX)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag as in pt-BR')
  .transform(inUsualCase)

/** Lower case, but for a region in capitals and a script that begins with one. */
function inUsualCase(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/-[a-z]{2}(?=-|$)/g, (region) => region.toUpperCase())
    .replaceAll(/-[a-z](?=[a-z]{3}(?:-|$))/g, (initial) => initial.toUpperCase())
}

const Locale = z
  .string()
  .max(TAG_LENGTH_MAX)
  .regex(
    /^([Aa][Uu][Tt][Oo]|[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/,
    'must be "auto" or a language tag as in pt-BR',
  )
  .transform(inUsualCase)
  .describe('"auto" follows the shopper\'s browser; a language that the page lacks falls back.')

const PaymentMethods = z
  .array(PaymentMethod)
  .min(1)
  .refine((methods) => new Set(methods).size === methods.length, {
    message: 'must not repeat',
    params: { code: 'repeated' },
  })
  .meta({ uniqueItems: true })

const ReturnUrlTemplate = ReturnUrl.describe(
  '{SESSION_ID} in it is replaced. Its origin must be registered for the merchant, whose own URL is the default. In the sandbox loopback need not be registered. `session_id`, `status`, `timestamp`, `signature` and `signature_v2` are added to it; it has none of its own.',
).meta({ format: 'uri-template', examples: ['https://store.example/ok?s={SESSION_ID}'] })

const SandboxSettings = z
  .strictObject({
    deliveries: z
      .literal('none')
      .optional()
      .describe(
        'Its events exist and can be read, and are never sent to the callback, by a replay neither: what tests a receiver sends them itself.',
      ),
  })
  .describe(
    'For tests of an integration. Only the sandbox takes it; in production it is refused with 422.',
  )
  .meta({ id: 'SandboxSettings' })

/** Body of `POST /v1/sessions`. Unknown fields are refused by name. */
export const CreateSession = z
  .strictObject({
    merchantId: MerchantId,
    amount: AmountMinor.min(1, 'must be at least 1').optional(),
    currency: Currency.optional().describe("Default: the merchant's."),
    lineItems: z.array(LineItem).min(1).max(LIMITS.lineItemsMax).optional(),
    discounts: z.array(LabeledAmount).max(LIMITS.discountsMax).default([]),
    shipping: absentOr(LabeledAmount),
    tax: absentOr(LabeledAmount),
    orderReference: absentOr(plainText(LIMITS.orderReferenceLengthMax)),
    description: absentOr(plainText(LIMITS.descriptionLengthMax)),
    customer: absentOr(Customer),
    collect: Collect.prefault({}),
    locale: Locale.default('auto'),
    paymentMethods: PaymentMethods.optional().describe(
      "In the order in which the page shows them. Pix and boleto need BRL. Default: the merchant's, or all, that take the currency; of all, those with a discount come first.",
    ),
    paymentMethodDiscounts: MethodDiscounts.default({}),
    captureMethod: CaptureMethod.optional().describe(
      '`manual`: the amount is held, by methods that can be, until you capture or void it. Default: `automatic`.',
    ),
    installments: InstallmentPlan.optional(),
    pix: z
      .strictObject({
        expiresInSeconds: z
          .int()
          .min(LIMITS.pixExpiresInSecondsMin)
          .max(LIMITS.pixExpiresInSecondsMax)
          .default(LIMITS.pixExpiresInSecondsDefault),
      })
      .prefault({}),
    boleto: z
      .strictObject({
        expiresInDays: z
          .int()
          .min(LIMITS.boletoExpiresInDaysMin)
          .max(LIMITS.boletoExpiresInDaysMax)
          .default(LIMITS.boletoExpiresInDaysDefault),
      })
      .prefault({}),
    expiresInSeconds: z
      .int()
      .min(LIMITS.expiresInSecondsMin)
      .max(LIMITS.expiresInSecondsMax)
      .default(LIMITS.expiresInSecondsDefault),
    successUrl: absentOr(ReturnUrlTemplate),
    cancelUrl: absentOr(ReturnUrlTemplate),
    metadata: Metadata.default({}),
    sandbox: SandboxSettings.optional(),
  })
  .refine((body) => body.amount !== undefined || body.lineItems !== undefined, {
    path: ['amount'],
    message: 'either amount or lineItems is required',
    params: { code: 'required' },
    // Runs even when fields are invalid, so that all problems are reported at once.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .describe(
    'Either `amount` or `lineItems` is required. With both, `amount` must be lines - discounts + shipping + tax.',
  )
  .meta({ id: 'CreateSession' })
export type CreateSession = z.output<typeof CreateSession>
export type CreateSessionInput = z.input<typeof CreateSession>

const sessionSchema = z
  .object({
    id: SessionId,
    object: z.literal('session'),
    environment: Environment,
    merchantId: MerchantId,
    status: SessionState,
    paymentStatus: SessionPaymentState,
    url: z.string().describe('Where the shopper is sent.'),
    currency: Currency,
    amount: AmountMinor.describe("Before a method's discount."),
    captureMethod: CaptureMethod.optional().describe(
      '`manual`: a payment is held until it is captured or voided. Absent in older events.',
    ),
    amountAuthorized: AmountMinor.optional().describe(
      'What is held now, and can be captured; 0 if nothing is. Absent in older events.',
    ),
    captureBefore: Timestamp.nullable()
      .optional()
      .describe(
        'When the hold ends: it is captured before, or released. Null if nothing is held; absent in older events.',
      ),
    amountRefunded: AmountMinor,
    amountCaptured: AmountMinor.optional().describe(
      'What was taken for it, less a discount and with interest of installments; 0 until it is paid. Another amount may have been accepted. Absent in older events.',
    ),
    amountReversed: AmountMinor.optional().describe(
      'What banks and networks took back of that so far, as by a chargeback. `paymentStatus` does not change by it. Absent in older events.',
    ),
    amountReinstated: AmountMinor.optional().describe(
      'What of `amountReversed` they gave back again so far, as after a dispute that was won. Both only grow; what is gone now is their difference. Absent in older events.',
    ),
    amountRefundPending: AmountMinor.optional().describe(
      'Of refunds whose outcome is not known yet. Absent in events older than this field.',
    ),
    amountOwed: AmountMinor.optional().describe(
      'Captured money that is not kept and not given back yet: of a payment that came too late, or beside another one. It is refunded by itself. Absent in events of before this field.',
    ),
    lineItems: z.array(LineItem),
    discounts: z.array(LabeledAmount),
    shipping: LabeledAmount.nullable(),
    tax: LabeledAmount.nullable(),
    orderReference: z.string().nullable(),
    description: z.string().nullable(),
    customer: Customer.nullable(),
    personalDataRemovedAt: Timestamp.optional().describe(
      'When `customer` was removed, some time after the end of the session. Absent before.',
    ),
    locale: z.string(),
    paymentMethods: z.array(PaymentMethod),
    paymentMethodDiscounts: MethodDiscounts.optional().describe('Absent in older events.'),
    successUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    expiresAt: Timestamp,
    createdAt: Timestamp,
    completedAt: Timestamp.nullable(),
    canceledAt: Timestamp.nullable(),
    cancellationReason: z.string().nullable(),
    paidLate: z
      .boolean()
      .describe(
        'Completed by money that came after its end, which the policy `accept` keeps. Late money that goes back leaves it false: then `late` of the payment is true.',
      ),
    payment: Payment.nullable().describe('The last attempt, masked.'),
    attempts: z.int(),
    metadata: z.record(z.string(), z.string()),
    version: z.int().describe('Grows with every change of the session.'),
  })
  .meta({ id: 'Session' })
/** A session as the merchant sees it. Absent values are `null`; older events lack the optional fields. */
export type Session = z.infer<typeof sessionSchema>
// Named, as `MethodDiscountsSchema` is.
export interface SessionSchema extends z.ZodType<Session, Session> {}
export const Session: SessionSchema = sessionSchema

/** Body of `POST /v1/sessions/{id}/cancel`. */
export const CancelSession = z
  .strictObject({ reason: absentOr(plainText(LIMITS.descriptionLengthMax)) })
  .meta({ id: 'CancelSession' })

/** Body of `POST /v1/sessions/{id}/capture`. */
export const CaptureSession = z
  .strictObject({
    amount: AmountMinor.min(1, 'must be at least 1')
      .optional()
      .describe('Default: all that is held. What is left of the hold is released.'),
    paymentId: PaymentId.optional().describe('The payment that is held. Default: that one.'),
  })
  .meta({ id: 'CaptureSession' })

/** Body of `POST /v1/sessions/{id}/void`. */
export const VoidSession = z
  .strictObject({ reason: absentOr(plainText(LIMITS.descriptionLengthMax)) })
  .meta({ id: 'VoidSession' })

/** Query of `GET /v1/sessions`: keyset pagination by session id. */
export const ListSessions = z.strictObject({
  limit: inQuery(z.int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault)),
  after: SessionId.optional().describe('The id of the last session of the page before.'),
  status: SessionState.optional(),
  paymentStatus: SessionPaymentState.optional(),
  orderReference: plainText(LIMITS.orderReferenceLengthMax).optional(),
  amount: inQuery(AmountMinor).optional().describe('Exactly this amount, in minor units.'),
  customerEmail: Email.optional().describe(
    'The e-mail address of `customer`, as it was sent. Finds none whose personal data was removed.',
  ),
  metadata: Metadata.optional().describe(
    'As `metadata[cart]=77`; may be sent for several keys, all of which must have the value.',
  ),
  createdAfter: MomentInQuery.optional(),
  createdBefore: MomentInQuery.optional(),
})
export type ListSessions = z.output<typeof ListSessions>

export const SessionList = z
  .object({ object: z.literal('list'), data: z.array(Session), hasMore: z.boolean() })
  .meta({ id: 'SessionList' })
export type SessionList = z.infer<typeof SessionList>
