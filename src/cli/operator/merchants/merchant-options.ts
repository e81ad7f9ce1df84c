import { z } from 'zod'
import { LIMITS } from '../../../contract/limits.ts'
import { plainText, WebUrl } from '../../../contract/values.ts'
import { isCurrency } from '../../../domain/currency.ts'

/** Removes a setting of the brand. Not `null`, which Commander turns into an empty string. */
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
  .refine((text) => /^[A-Z]{2}$/.test(text), 'must be a country of two letters, as in BR')

/** `https://store.example`, normalised. */
export const ReturnOrigin = WebUrl.transform((text) => new URL(text)).transform((url, context) => {
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin
  context.addIssue(`must be an origin, without a path: ${url.origin}`)
  return z.NEVER
})

/** The `#` is optional: it begins a comment in a shell. */
export const BrandColor = orNone(
  z
    .string()
    .regex(/^#?[0-9a-f]{6}$/i, 'must be a colour as in "#0a7d55"')
    .transform((text) => `#${text.replace('#', '').toLowerCase()}`),
)

export const LogoUrl = orNone(WebUrl)

export const RadiusPx = orNone(
  z
    .string()
    .regex(/^\d{1,2}$/, `must be pixels from 0 to ${RADIUS_PX_MAX}`)
    .transform(Number)
    .refine((radius) => radius <= RADIUS_PX_MAX, `must be pixels from 0 to ${RADIUS_PX_MAX}`),
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

/** In the database's form. */
export function nullIfNone<T>(value: OrNone<T>): T | null {
  return value === NONE ? null : value
}
