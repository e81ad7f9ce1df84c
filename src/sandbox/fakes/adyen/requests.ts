import { z } from 'zod'
import { ServiceError } from './service-error.ts'

const Text = (max: number) => z.string().max(max)
/** A field of v72 that the fake does not read. */
const Unread = z.unknown().optional()

const Amount = z.strictObject({ currency: z.string().length(3), value: z.int().nonnegative() })

const BrowserInfo = z.strictObject({
  acceptHeader: z.string(),
  colorDepth: z.int(),
  javaEnabled: z.boolean(),
  javaScriptEnabled: z.boolean().optional(),
  language: z.string(),
  screenHeight: z.int(),
  screenWidth: z.int(),
  timeZoneOffset: z.int(),
  userAgent: z.string(),
})

const Address = z.strictObject({
  city: Text(3000),
  country: z.string(),
  houseNumberOrName: Text(3000),
  postalCode: Text(10),
  stateOrProvince: Text(3).optional(),
  street: Text(3000),
})

const Sealed = Text(15_000).optional()
const Card = z.strictObject({
  type: z.enum(['scheme', 'card']).default('scheme'),
  encryptedCard: Text(40_000).optional(),
  encryptedCardNumber: Sealed,
  encryptedExpiryMonth: Sealed,
  encryptedExpiryYear: Sealed,
  encryptedSecurityCode: Sealed,
  holderName: Text(15_000).optional(),
  brand: z.string().optional(),
  fundingSource: z.enum(['credit', 'debit', 'prepaid']).optional(),
  checkoutAttemptId: Unread,
})
export type SentCard = z.output<typeof Card>

const Method = z.enum(['GET', 'POST']).optional()

/** `PaymentRequest` of v72: of a card. Fields of other methods are unknown here. */
export const PaymentRequest = z.strictObject({
  amount: Amount,
  merchantAccount: z.string(),
  paymentMethod: Card,
  reference: Text(80),
  returnUrl: Text(1024),
  additionalData: z.record(z.string(), z.string()).optional(),
  authenticationData: z
    .strictObject({
      attemptAuthentication: z.enum(['always', 'never']).optional(),
      authenticationOnly: z.literal(false).optional(),
      threeDSRequestData: z
        .strictObject({
          nativeThreeDS: z.enum(['preferred', 'disabled']).optional(),
          challengeWindowSize: z.enum(['01', '02', '03', '04', '05']).optional(),
        })
        .optional(),
    })
    .optional(),
  billingAddress: Address.optional(),
  browserInfo: BrowserInfo.optional(),
  channel: z.enum(['iOS', 'Android', 'Web']).optional(),
  countryCode: Text(100).optional(),
  dateOfBirth: z.iso.datetime({ offset: true }).optional(),
  deliveryAddress: Unread,
  applicationInfo: Unread,
  captureDelayHours: z.int().max(672).optional(),
  installments: z
    .strictObject({
      value: z.int().nonnegative(),
      plan: z.string().optional(),
      extra: z.int().optional(),
    })
    .optional(),
  lineItems: Unread,
  merchantOrderReference: Text(1000).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  origin: Text(80).optional(),
  redirectFromIssuerMethod: Method,
  redirectToIssuerMethod: Method,
  sessionValidity: z.iso.datetime({ offset: true }).optional(),
  shopperEmail: Text(256).optional(),
  shopperIP: Text(50).optional(),
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth', 'Moto', 'POS']).optional(),
  shopperLocale: z.string().optional(),
  shopperName: z.strictObject({ firstName: Text(80), lastName: Text(80) }).optional(),
  shopperReference: z.string().min(3).max(256).optional(),
  shopperStatement: Text(10_000).optional(),
  socialSecurityNumber: Text(50).optional(),
  telephoneNumber: Text(64).optional(),
})
export type PaymentRequest = z.output<typeof PaymentRequest>

/** `PaymentDetailsRequest` of v72. */
export const DetailsRequest = z.strictObject({
  details: z.strictObject({ redirectResult: Text(20_000) }),
  paymentData: Text(200_000).optional(),
})

const Request = { merchantAccount: z.string(), reference: Text(80).optional() }

/** Of a reversal, and of a cancellation by the payment's psp reference. */
export const PlainRequest = z.strictObject({ ...Request, applicationInfo: Unread })
export const CaptureRequest = z.strictObject({
  ...Request,
  applicationInfo: Unread,
  amount: Amount,
  lineItems: Unread,
})
export const RefundRequest = z.strictObject({
  ...Request,
  applicationInfo: Unread,
  amount: Amount,
  capturePspReference: z.string().optional(),
  lineItems: Unread,
  merchantRefundReason: z
    .enum(['FRAUD', 'CUSTOMER REQUEST', 'RETURN', 'DUPLICATE', 'OTHER'])
    .nullable()
    .optional(),
})
export const CancelRequest = z.strictObject({
  ...Request,
  applicationInfo: Unread,
  paymentReference: z.string(),
})
export const MethodsRequest = z.strictObject({
  merchantAccount: z.string(),
  amount: Amount.optional(),
  channel: z.enum(['iOS', 'Android', 'Web']).optional(),
  countryCode: z.string().optional(),
  shopperLocale: z.string().optional(),
})

/** Codes that were recorded for a missing field; the others have the code of `14_002`. */
const MISSING: Readonly<Record<string, readonly [code: string, message: string]>> = {
  amount: ['100', "Required object 'amount' is not provided."],
  paymentMethod: ['14_006', 'paymentMethod object has not been provided in the request'],
  reference: ['130', 'Reference Missing'],
  returnUrl: ['14_030', 'Return URL is missing.'],
}

/** The request; throws the error that Adyen answers with. */
export function readRequest<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const { data, error } = schema.safeParse(body)
  const issue = error?.issues[0]
  if (issue === undefined) return data as Body
  const [top = ''] = issue.path.map(String)
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    throw new ServiceError(
      400,
      '702',
      `Structure of ${path === '' ? 'the request' : path} contains the following unknown fields: [${issue.keys.join(', ')}]`,
    )
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    const [code, message] = (issue.path.length === 1 ? MISSING[top] : undefined) ?? [
      '14_002',
      `Required field '${path}' is not provided.`,
    ]
    throw new ServiceError(422, code, message)
  }
  if (top === 'amount') throw new ServiceError(422, '137', "Field 'amount' is not valid.")
  throw new ServiceError(400, '702', `Unexpected input: ${path}: ${issue.message}`)
}
