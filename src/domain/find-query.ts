import { ID_PREFIXES, type IdPrefix } from '#contract/id-prefixes.ts'
import { LIMITS } from '#contract/limits.ts'
import { parseUrl } from '#contract/parse-url.ts'
import { asciiDigits } from './ascii-digits.ts'
import { idPattern } from './id.ts'
import { brazilianNumber } from './brazilian-phone.ts'
import { validateCardNumber } from './methods/card/card-number.ts'
import { referencePattern } from './reference.ts'
import { normalizeTaxId, taxIdKind } from './tax-id.ts'
import { readTypedAmount } from './typed-amount.ts'

/** Texts that are never searched for, stored or repeated: secrets and card numbers. */
export type Unsearchable = 'api-key' | 'webhook-secret' | 'card-number'

/** One thing that a text in the find box may mean. */
export type Reading =
  | { kind: 'id'; prefix: IdPrefix; id: string }
  | { kind: 'reference'; reference: string }
  | { kind: 'endToEndId'; endToEndId: string }
  | { kind: 'email'; email: string }
  | { kind: 'taxId'; taxId: string }
  /** In the form of E.164. */
  | { kind: 'phone'; phone: string }
  | { kind: 'lastFour'; lastFour: string; decimal: string }
  | { kind: 'slip'; name: 'digitableLine' | 'barcode'; digits: string }
  | { kind: 'merchantId'; merchantId: string }
  /** In units of any currency, as in `TypedAmount`. */
  | { kind: 'amount'; decimal: string }
  | { kind: 'order'; orderReferences: readonly string[] }
  | { kind: 'merchantName'; name: string }
  | { kind: 'processorReference'; reference: string }

export type Interpretation =
  | { isSearchable: false; as: Unsearchable }
  | { isSearchable: true; readings: readonly Reading[] }

/** Reads a phone number that begins with +. One that begins otherwise is read as Brazilian. */
export type ReadPhone = (text: string) => string | undefined

/** Each reading costs one statement. */
export const READINGS_MAX = 6

/** Invisible characters that are copied along with a text from a message. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
/** These two also match a truncated secret, which must not be sent either. */
const API_KEY = /hp_(?:live|test)_/i
const WEBHOOK_SECRET = /whsec_/i
/** `E`, the ISPB of the payer's bank (with letters since July 2026, as a CNPJ), the minute, and eleven letters or digits. */
const END_TO_END_ID = /^E[\dA-Z]{8}\d{12}[\dA-Z]{11}$/i
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LAST_FOUR = /^(?:final|ending(?: in)?)?[•·*x. ]*(\d{4}) +(\S.*)$/i
const ONLY_NUMBER = /^[\d ./()+-]+$/
const DIGITABLE_LINE = /^\d{47}$/
const BARCODE = /^\d{44}$/
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/
const REFERENCE_OF_PROCESSOR = /^[\w.:-]{4,100}$/
const NAME_LENGTH_MIN = 2
/** A link may be pasted. */
const LENGTH_MAX = LIMITS.urlLengthMax

/**
 * What a text in the find box may mean, the likeliest first. An id, a link, a reference and an end-to-end id mean only
 * themselves; most other texts may be an order reference as well. Empty for a text that means nothing. The server reads phone
 * numbers by a library that browsers do not load.
 */
export function interpretFind(
  typed: string,
  readInternational: ReadPhone = asWritten,
): Interpretation {
  const text = typed.replaceAll(INVISIBLE, '').replaceAll('\u00A0', ' ').trim()
  const ascii = asciiDigits(text)
  const secret = unsearchable(ascii)
  if (secret !== undefined) return { isSearchable: false, as: secret }
  if (text === '' || text.length > LENGTH_MAX) return { isSearchable: true, readings: [] }
  const only = unmistakable(ascii, text)
  const readings = only ?? [...likely(ascii, readInternational), ...asText(text, typed.trim())]
  return { isSearchable: true, readings }
}

function unsearchable(text: string): Unsearchable | undefined {
  if (API_KEY.test(text)) return 'api-key'
  if (WEBHOOK_SECRET.test(text)) return 'webhook-secret'
  const digits = text.replaceAll(/[ -]/g, '')
  // A CNPJ is as long as a card of Diners Club, and one in ten passes the same check.
  const isCard = validateCardNumber(digits) === 'ok' && taxIdKind(digits) === undefined
  return isCard ? 'card-number' : undefined
}

function unmistakable(ascii: string, text: string): readonly Reading[] | undefined {
  const name = idOrReference(ascii)
  if (name !== undefined) return [name]
  if (/^https?:/i.test(ascii)) return inUrl(ascii)
  if (END_TO_END_ID.test(ascii)) return [{ kind: 'endToEndId', endToEndId: `E${ascii.slice(1)}` }]
  if (EMAIL.test(text) && text.length <= LIMITS.emailLengthMax)
    return [{ kind: 'email', email: text.toLowerCase() }]
  return undefined
}

function idOrReference(text: string): Reading | undefined {
  const prefix = ID_PREFIXES.find((one) => idPattern(one).test(text))
  if (prefix !== undefined) return { kind: 'id', prefix, id: text }
  return referencePattern.test(text) ? { kind: 'reference', reference: text } : undefined
}

/** The link of a session, or an address with an id in it. */
function inUrl(text: string): readonly Reading[] {
  const url = parseUrl(text)
  if (url === null) return []
  const parts = `${url.pathname}/${url.search}/${url.hash}`.split(/[/?#&=]/)
  return parts.flatMap((part) => idOrReference(part) ?? []).slice(0, 1)
}

function likely(text: string, readInternational: ReadPhone): Reading[] {
  return [...likelyNumber(text, readInternational), ...likelyMoney(text), ...likelyMerchant(text)]
}

function likelyNumber(text: string, readInternational: ReadPhone): Reading[] {
  const readings: Reading[] = []
  // A CNPJ may have letters.
  if (taxIdKind(text) !== undefined) readings.push({ kind: 'taxId', taxId: normalizeTaxId(text) })
  if (!ONLY_NUMBER.test(text)) return readings
  const digits = text.replaceAll(/\D/g, '')
  // A CPF has points, a Brazilian phone number has none.
  const phone = text.startsWith('+')
    ? readInternational(text)
    : text.includes('.')
      ? undefined
      : brazilianNumber(text)
  if (phone !== undefined) readings.push({ kind: 'phone', phone })
  return [...readings, ...likelySlip(digits)]
}

/** An unpaid boleto is found by its numbers. They are removed once it is paid or expired; then its amount may find it. */
function likelySlip(digits: string): Reading[] {
  const isLine = DIGITABLE_LINE.test(digits)
  if (!isLine && !BARCODE.test(digits)) return []
  const centavos = isLine ? digits.slice(-10) : digits.slice(9, 19)
  const amount = readTypedAmount(`${centavos.slice(0, -2)},${centavos.slice(-2)}`)
  return [
    { kind: 'slip', name: isLine ? 'digitableLine' : 'barcode', digits },
    ...(amount === undefined ? [] : [{ kind: 'amount', decimal: amount.decimal } as const]),
  ]
}

/** The number of a text with +, whose other signs are no part of it. */
function asWritten(text: string): string | undefined {
  const number = `+${text.replaceAll(/\D/g, '')}`
  return INTERNATIONAL.test(number) ? number : undefined
}

function likelyMoney(text: string): Reading[] {
  const [, lastFour, rest] = LAST_FOUR.exec(text) ?? []
  const beside = rest === undefined ? undefined : readTypedAmount(rest)
  const amount = readTypedAmount(text)
  return [
    ...(lastFour === undefined || beside === undefined
      ? []
      : [{ kind: 'lastFour', lastFour, decimal: beside.decimal } as const]),
    ...(amount?.isMoney === true ? [{ kind: 'amount', decimal: amount.decimal } as const] : []),
  ]
}

function likelyMerchant(text: string): Reading[] {
  return UUID.test(text) ? [{ kind: 'merchantId', merchantId: text.toLowerCase() }] : []
}

/** Readings that nearly any text allows: an order reference, a merchant's name, a payment's reference at its processor. */
function asText(text: string, asTyped: string): Reading[] {
  const bare = text.replace(/^#+\s*/, '')
  const readings: Reading[] = []
  const orderReferences = [...new Set([asTyped, text, bare, `#${bare}`])].filter(
    (one) => one !== '' && one !== '#' && one.length <= LIMITS.orderReferenceLengthMax,
  )
  if (orderReferences.length > 0) readings.push({ kind: 'order', orderReferences })
  if (REFERENCE_OF_PROCESSOR.test(text))
    readings.push({ kind: 'processorReference', reference: text })
  if (/\p{L}/u.test(text) && !UUID.test(text) && isNameLong(text))
    readings.push({ kind: 'merchantName', name: text })
  return readings
}

const isNameLong = (text: string) =>
  text.length >= NAME_LENGTH_MIN && text.length <= LIMITS.nameLengthMax
