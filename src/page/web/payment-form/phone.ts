import { CALLING_CODES } from './calling-codes.ts'
import { digitsOf } from './digits-of.ts'

const INTERNATIONAL = /^\+[1-9]\d{6,14}$/
/** A Brazilian number: area code and eight digits, or nine that begin with 9. */
const BRAZILIAN = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/
const BRAZILIAN_DIGITS_MAX = 11
const NORTH_AMERICAN = /^[2-9]\d{9}$/
const NATIONAL_DIGITS_MIN = 6
/** The first two digits determine whether a calling code has one, two or three digits. */
const CALLING_CODE = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
/** Trunk prefixes: dialled before a national number, not part of it. */
const TRUNK_PREFIXES: Readonly<Record<string, RegExp>> = {
  1: /^1(?=\d{10}$)/,
  7: /^8(?=\d{10}$)/,
  36: /^06/,
}
/** Countries in which a leading 0 belongs to the number, also for calls from abroad. */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['BJ', 'CG', 'CI', 'IT', 'SM', 'VA'])

/** Parses a phone number to E.164 (+5511998765432); undefined when malformed. Without + it is national to `country`. */
export function toPhoneNumber(text: string, country: string): string | undefined {
  const digits = digitsOf(text)
  const isInternational = text.trim().startsWith('+') || digits.startsWith('00')
  const number = isInternational ? `+${digits.replace(/^00/, '')}` : fromNational(digits, country)
  return number !== undefined && INTERNATIONAL.test(number) ? number : undefined
}

function fromNational(digits: string, country: string): string | undefined {
  const code = CALLING_CODES.get(country)
  if (code === undefined) return undefined
  if (country === 'BR') return fromBrazilian(digits)
  const trunk = TRUNK_PREFIXES[code] ?? (KEEPS_ZERO.has(country) ? /^$/ : /^0/)
  const national = digits.replace(trunk, '')
  const isNumber =
    code === '1' ? NORTH_AMERICAN.test(national) : national.length >= NATIONAL_DIGITS_MIN
  return isNumber ? `+${code}${national}` : undefined
}

function fromBrazilian(digits: string): string | undefined {
  const national = brazilianDigits(digits)
  return BRAZILIAN.test(national) ? `+55${national}` : undefined
}

/** Strips the trunk prefix, and a calling code typed without +. */
function brazilianDigits(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').replace(/^55(?=\d{10})/, '')
}

/** Formats a complete or partial number: Brazilian ones in Brazil as "(11) 99876-5432", others with +. */
export function formatPhone(text: string, country: string): string {
  if (text.trim().startsWith('+')) return formatInternational(text)
  return country === 'BR' ? formatBrazilian(digitsOf(text)) : text
}

/** Formats a complete number for `country`; other text is unchanged. */
export function showPhone(text: string, country: string): string {
  const number = toPhoneNumber(text, country)
  if (number === undefined) return text
  const national = number.startsWith('+55') ? number.slice(3) : ''
  return country === 'BR' && BRAZILIAN.test(national)
    ? formatBrazilian(national)
    : formatInternational(number)
}

/** "+55 11 99876-5432", "+1 415 555 0132", "+351 912 345 678", or a prefix of such a format. */
function formatInternational(text: string): string {
  const number = `+${digitsOf(text)}`
  const [, code = ''] = CALLING_CODE.exec(number) ?? []
  const rest = number.slice(1 + code.length)
  if (code === '' || rest === '') return number
  const brazilian = code === '55' ? formatBrazilian(rest).replace(/[()]/g, '') : ''
  if (digitsOf(brazilian) === rest) return `+55 ${brazilian}`
  return `+${code} ${rest.replaceAll(/\d{3}(?=\d{3}|\d{2}$)/g, '$& ')}`
}

function formatBrazilian(digits: string): string {
  const national = brazilianDigits(digits).slice(0, BRAZILIAN_DIGITS_MAX)
  const [area, rest] = [national.slice(0, 2), national.slice(2)]
  if (rest === '') return area
  const head = rest.length > 8 ? 5 : 4
  return `(${area}) ${rest.slice(0, head)}${rest.length > head ? `-${rest.slice(head)}` : ''}`
}
