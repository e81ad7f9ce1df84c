import { parseUrl } from './parse-url.ts'
import { z } from 'zod'
import { COUNTRY_CODES, meantCountry } from './country-codes.ts'
import { EMAIL_ADDRESS } from './email-address.ts'
import { LIMITS } from './limits.ts'
import { isAtMost, isPlain, isVisible } from './plain-text.ts'
import { PHONE_LENGTH_MAX } from './text-lengths.ts'

/** A point in time: RFC 3339, UTC, milliseconds. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('RFC 3339 in UTC with milliseconds.')
  .meta({ examples: ['2026-11-20T16:42:07.311Z'] })

/** A point in time as others write it: RFC 3339, with any offset. */
export const Instant = z.iso.datetime({ offset: true })

/** PostgreSQL has no year 0: 1 BC precedes 1 AD. */
const Moment = Instant.refine((text) => !text.startsWith('0000'), {
  message: 'must not be in the year 0',
  params: { code: 'invalid_format' },
})

/** A point in time in a query string, where the `+` of an offset that is not percent-encoded arrives as a space. */
export const MomentInQuery = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/ (?=\d\d:\d\d$)/, '+') : value),
  Moment,
)

/** A field that may be absent, or have the `null` that answers write for an absent value. */
export function absentOr<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
}

/** An amount of money in integer minor units of its currency. */
export const AmountMinor = z
  .int('must be an integer of minor units')
  .min(0, 'must not be negative')
  .max(LIMITS.amountMinorMax)
  .describe('Integer minor units of the currency (cents of BRL, whole JPY, thousandths of KWD).')
  .meta({ examples: [25990] })

/** An ISO 4217 code in capitals; `domain/currency.ts` checks that it exists. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code in capitals')
  .describe('ISO 4217 code.')
  .meta({ examples: ['BRL'] })

/** An integer in a query string: decimal digits, none of the other notations that JavaScript reads. */
export function inQuery<Integer extends z.ZodType<number>>(integer: Integer) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    integer,
  )
}

/**
 * Maximum length in code points, as JSON Schema counts, so that validation matches the OpenAPI document. The schema's
 * `meta` must state `maxLength`.
 */
function atMost(lengthMax: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    if (!isAtMost(value, lengthMax))
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: lengthMax,
        inclusive: true,
        input: value,
      })
  }
}

/** Control characters except tab and line feed, and bidirectional overrides, which make a text look like another. */
const CONTROLS = String.raw`\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069`
/** Spaces, lines and tabs within a text. */
const SPACES = String.raw`\t\n\x20\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`
/** Characters of the Basic Multilingual Plane that show nothing: joiners, fillers, variation selectors, an empty Braille cell. */
const INVISIBLE = String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb`
/**
 * The rule of `plainText` as a regular expression that other dialects can read; except lone surrogates, and invisible characters
 * of other planes, whose notation differs between dialects.
 */
const PLAIN_PATTERN = String.raw`^\s*[${SPACES}${INVISIBLE}]*[^${CONTROLS}${INVISIBLE}\s][^${CONTROLS}]*\s*$`

const NOT_PLAIN = {
  message: 'must not contain control characters',
  params: { code: 'invalid_characters' },
}

/** Text without control characters (PostgreSQL refuses NUL) or lone surrogates. */
export function plainText(lengthMax: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .check(atMost(lengthMax))
    .refine(isPlain, NOT_PLAIN)
    .refine(isVisible, NOT_VISIBLE)
    .meta({ maxLength: lengthMax, pattern: PLAIN_PATTERN })
}

const NOT_VISIBLE = {
  message: 'must have a visible character',
  params: { code: 'invalid_characters' },
}

/** Text as it was typed or pasted, such as a filter; unlike plain text it may have any character but NUL, which PostgreSQL refuses. */
export function typedText(lengthMax: number) {
  return z
    .string()
    .max(lengthMax, `must not have more than ${lengthMax} characters`)
    .refine((text) => !text.includes('\0'), {
      message: 'must not contain the character NUL',
      params: { code: 'invalid_characters' },
    })
}

/** An absolute http or https URL without user info. The code that fetches it checks its address (SSRF). */
export const WebUrl = z
  .string()
  .check(atMost(LIMITS.urlLengthMax))
  .refine(isWebUrl, {
    message: 'must be an absolute http or https URL without user info',
    params: { code: 'invalid_url' },
  })
  .meta({ maxLength: LIMITS.urlLengthMax, format: 'uri', examples: ['https://store.example/ok'] })

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !isPlain(text)) return false
  const url = parseUrl(text)
  return url !== null && url.username === '' && url.password === '' && url.hostname !== ''
}

export const Email = z
  .string()
  .trim()
  .max(LIMITS.emailLengthMax)
  .refine((text) => EMAIL_ADDRESS.test(text), {
    message: 'must be an e-mail address as in ana@example.com',
    params: { code: 'invalid_format' },
  })
  .meta({ format: 'idn-email', maxLength: LIMITS.emailLengthMax })
/** A phone number as the service stores it. */
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/, 'must be a phone number as in +5511998765432')

/** A phone number as people write it. Which texts are one is known by the service's library, not by a pattern. */
export const Phone = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .check(atMost(PHONE_LENGTH_MAX))
  .describe(
    'A phone number as people write it; answered in E.164. Without + it is one of the country of `billingAddress`, or of the merchant. Without an extension.',
  )
  .meta({ maxLength: PHONE_LENGTH_MAX, examples: ['+5511998765432'] })

export const CountryCode = z
  .string()
  .refine((text) => COUNTRY_CODES.includes(text), {
    error: ({ input }) => {
      const meant = meantCountry(String(input))
      const proposal = meant === undefined ? 'such as BR' : `here probably ${meant}`
      return `must be an assigned ISO 3166-1 code of two letters, ${proposal}`
    },
    params: { code: 'invalid_format' },
  })
  .meta({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2, or XK for Kosovo.' })

const MetadataRecord = z
  .record(
    plainText(LIMITS.metadataKeyLengthMax),
    z
      .string()
      .check(atMost(LIMITS.metadataValueLengthMax))
      .refine(isPlain, NOT_PLAIN)
      .meta({ maxLength: LIMITS.metadataValueLengthMax, pattern: String.raw`^[^${CONTROLS}]*$` }),
  )
  .refine((metadata) => Object.keys(metadata).length <= LIMITS.metadataKeysMax, {
    message: `must not have more than ${LIMITS.metadataKeysMax} keys`,
    params: { code: 'too_big' },
  })
  .meta({ maxProperties: LIMITS.metadataKeysMax })

/** The merchant's own data: at most 50 keys of 40 characters, values of 500. Never shown to a shopper. */
export const Metadata = z.preprocess((metadata: z.input<typeof MetadataRecord>, context) => {
  // Parsing a record silently drops this key.
  if (typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, '__proto__'))
    context.addIssue({
      code: 'custom',
      path: ['__proto__'],
      message: 'must not be a key',
      params: { code: 'invalid_key' },
    })
  return metadata
}, MetadataRecord)
