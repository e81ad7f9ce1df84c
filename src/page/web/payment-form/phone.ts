import { digitsOf } from '#domain/ascii-digits.ts'
import {
  brazilianNumber,
  formatBrazilian,
  isOnlyNumber,
  startsWithPlus,
} from '#domain/brazilian-phone.ts'

/** The first two digits determine whether a calling code has one, two or three digits. */
const CALLING_CODE = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** Whether the number is of another country than the chosen one, or says its own: + or 00 begins it. */
function isInternational(text: string): boolean {
  return startsWithPlus(text) || digitsOf(text).startsWith('00')
}

/**
 * The number that is sent: a Brazilian one in E.164, any other as it was typed, since only the server knows all countries.
 * Undefined for what is no number in Brazil.
 */
export function phoneToSend(text: string, country: string): string | undefined {
  return country === 'BR' && !isInternational(text) ? brazilianNumber(text) : text.trim()
}

/**
 * Input mask: Brazilian numbers in Brazil as "(11) 99876-5432", others with +. A text that has more than a number, such as an
 * extension, stays: the mask would make it another number.
 */
export function formatPhone(text: string, country: string): string {
  if (!isOnlyNumber(text)) return text
  if (startsWithPlus(text)) return text.includes('(') ? text : formatInternational(text)
  return country === 'BR' && !isInternational(text) ? formatBrazilian(digitsOf(text)) : text
}

/** Formats a complete number for `country`; other text is unchanged. */
export function showPhone(text: string, country: string): string {
  const number = `+${digitsOf(text)}`
  const brazilian = brazilianNumber(number.slice(3))
  const isBrazilian = isInternational(text) && isOnlyNumber(text) && brazilian === number
  return isBrazilian && country === 'BR'
    ? formatBrazilian(number.slice(3))
    : formatPhone(text, country)
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
