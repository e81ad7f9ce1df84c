import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import { ReturnUrl as MerchantReturnUrl } from '#contract/merchant.ts'
import { PAYMENT_METHODS } from '#contract/payment.ts'
import { CountryCode, Email, PhoneNumber, plainText, WebUrl } from '#contract/values.ts'
import { isCurrency } from '#domain/currency.ts'
import { isTimeZone } from '#domain/local-time.ts'
import { oneLine } from '#domain/one-line.ts'
import { normalizeTaxId, taxIdKind } from '#domain/tax-id.ts'

/** The value that removes a setting. It is parsed to this text, not to `null`: Commander turns `null` into an empty string. */
const NONE = 'none'
export type OrNone<T> = T | typeof NONE
const RADIUS_PX_MAX = 24

export const MerchantName = plainText(LIMITS.nameLengthMax)

export const CurrencyCode = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine(isCurrency, 'must be a currency of ISO 4217, as in BRL')

export const Country = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(CountryCode)

export const TimeZone = z
  .string()
  .refine(isTimeZone, 'must be a time zone, as in America/Sao_Paulo')

export const TimeZoneOrNone = orNone(TimeZone)

/** Payment methods, as in `card,pix`, in the order in which the page shows them. */
export const PaymentMethodList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z
      .array(
        z.enum(
          PAYMENT_METHODS,
          `must be names of ${PAYMENT_METHODS.join(', ')}, with commas between`,
        ),
      )
      .refine((methods) => new Set(methods).size === methods.length, 'must not repeat'),
  )

/** The `#` is optional: it begins a comment in a shell. */
export const BrandColor = orNone(
  z
    .string()
    .regex(/^#?[0-9a-f]{6}$/i, 'must be a colour as in "#0a7d55"')
    .transform((text) => `#${text.replace('#', '').toLowerCase()}`),
)

export const LogoUrl = orNone(WebUrl)
export const ReturnUrl = orNone(MerchantReturnUrl)

export const RadiusPx = orNone(
  z
    .string()
    .regex(/^\d{1,2}$/, `must be pixels from 0 to ${RADIUS_PX_MAX}`)
    .transform(Number)
    .refine((radius) => radius <= RADIUS_PX_MAX, `must be pixels from 0 to ${RADIUS_PX_MAX}`),
)

export const LegalName = orNone(
  plainText(LIMITS.nameLengthMax).refine(
    (text) => oneLine(text) === text,
    'must be one line without control characters',
  ),
)

export const TaxId = orNone(
  z
    .string()
    .transform(normalizeTaxId)
    .refine(
      (taxId) => taxIdKind(taxId) !== undefined,
      'must be a CPF or CNPJ with right check digits',
    ),
)

export const SupportEmail = orNone(Email)
export const SupportPhone = orNone(PhoneNumber)

export const HttpsUrl = orNone(
  WebUrl.refine((text) => /^https:/i.test(text), 'must be an address with https'),
)

function orNone<T>(schema: z.ZodType<T, string>): z.ZodType<OrNone<T>, string> {
  return z.string().transform((text, context): OrNone<T> => {
    if (text === NONE) return NONE
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    for (const { message } of parsed.error.issues) context.addIssue(message)
    return z.NEVER
  })
}

/** The value in the database's form: null for none. */
export function nullIfNone<T>(value: OrNone<T>): T | null {
  return value === NONE ? null : value
}
