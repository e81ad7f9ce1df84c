import type { Customer } from '#contract/session.ts'
import { HIDDEN } from './mask-person.ts'

/** Shorter words are in every text. */
const WORD_LENGTH_MIN = 3
const WHOLE_LENGTH_MIN = 4
/** Digits in a row of a telephone number or tax id that hardly stand in a text by chance. */
const DIGITS_RUN = 6

/**
 * What a receiver answered to the notification about a person, for a reader who sees persons masked: hidden as a whole when it
 * may repeat the person's data, in whatever case, punctuation or common encoding.
 */
export function maskAnswer(excerpt: string, person: Customer): string {
  return mayRepeat(excerpt, person) ? HIDDEN : excerpt
}

function mayRepeat(text: string, { email, billingAddress, ...rest }: Customer): boolean {
  const readings = [text, ...decodedBytes(text)].flatMap((one) => [one, unescaped(one)])
  const squeezed = readings.map((one) => wordsOf(one).join(''))
  const words = new Set(readings.flatMap(wordsOf))
  const digits = readings.map((one) => one.replaceAll(/\D/g, ''))
  const hasWhole = (value: string) => {
    const whole = wordsOf(value).join('')
    return whole.length >= WHOLE_LENGTH_MIN && squeezed.some((one) => one.includes(whole))
  }
  const hasWord = (value: string) =>
    wordsOf(value).some((word) => word.length >= WORD_LENGTH_MIN && words.has(word))
  const hasDigits = (value: string) =>
    runsOf(value.replaceAll(/\D/g, '')).some((run) => digits.some((one) => one.includes(run)))
  const values = [rest, billingAddress ?? {}]
    .flatMap((part) => Object.values(part))
    .filter((value) => value !== undefined)
  // The domain of an address says little, and stands in many answers.
  const [local = ''] = email?.split('@') ?? []
  return (
    [local, ...values].some((value) => hasWord(value) || hasWhole(value) || hasDigits(value)) ||
    (email !== undefined && hasWhole(email))
  )
}

/** The words of a text: in lower case, without accents. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

function runsOf(digits: string): string[] {
  const count = digits.length - DIGITS_RUN + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => digits.slice(at, at + DIGITS_RUN))
}

/** Without escapes of JSON, URLs and HTML. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => character(code, 16))
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => utf8(hexBytes(bytes.replaceAll('%', ''))))
    .replaceAll(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => character(code, 16))
    .replaceAll(/&#([0-9]{1,7});/g, (_, code: string) => character(code, 10))
    .replaceAll(/&([a-z])(?:acute|grave|circ|tilde|uml|cedil|ring|slash);/gi, '$1')
}

function character(code: string, base: number): string {
  const point = Number.parseInt(code, base)
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ' '
}

/** What stands in Base64 or hexadecimal digits. */
function decodedBytes(text: string): string[] {
  const base64 = (text.match(/[\w+/-]{8,}/g) ?? []).map((run) => {
    const digits = run.replaceAll('-', '+').replaceAll('_', '/')
    // A cut end may leave a single digit, which holds no byte.
    const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
    return utf8(Uint8Array.from(atob(whole), (byte) => byte.charCodeAt(0)))
  })
  const hex = (text.match(/[0-9a-f]{8,}/gi) ?? []).map((run) => utf8(hexBytes(run)))
  return [...base64, ...hex]
}

function hexBytes(digits: string): Uint8Array {
  const pairs = digits.match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
