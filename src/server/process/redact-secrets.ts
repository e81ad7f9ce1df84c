import { validateCardNumber } from '#domain/methods/card/card-number.ts'
import { taxIdKind } from '#domain/tax-id.ts'

/** An unterminated string extends to the line's end, so that matching stays linear. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|(?<![-.\d])\d{14,19}(?![.\deE])/g
/** Not inside an id or a longer number; an escaped line break may precede. */
const DIGITS = /(?:(?<![\w-])|(?<=\\[nrt]))\d(?:[ -]?\d){13,18}(?![\w-])/g
const SHOWN = 4

/**
 * Redacts possible card numbers (PAN) in a JSON line, by brand, length and Luhn check digit; keeps the last four digits.
 * Defence in depth: nothing should log one.
 */
export function redactCardNumbers(line: string): string {
  return line.replaceAll(STRING_OR_NUMBER, (token) => {
    const redacted = token.replaceAll(DIGITS, redactedOne)
    // A number becomes a string, so that the line stays JSON.
    return token.startsWith('"') || redacted === token ? redacted : `"${redacted}"`
  })
}

function redactedOne(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return validateCardNumber(digits) === 'ok' ? `[card …${digits.slice(-SHOWN)}]` : text
}

const orNothing = (text: string): string => (taxIdKind(text) === undefined ? text : '[tax id]')

/** What a log line must not contain, by its form. Each is linear on any text. */
const REDACTIONS: readonly [RegExp, string | ((text: string) => string)][] = [
  [/(?<=:\/\/)[^\s/@]*@/g, '[credentials]@'],
  [/(?<=\b(?:Bearer|Basic)\s)[\w.~+/=-]+/gi, '…'],
  [/(?<![A-Za-z0-9])[a-z]{2,12}_(?:live|test|prod|sandbox)_\w{8,}/g, '[key]'],
  [/whsec_[\w+/=-]+/g, '[webhook secret]'],
  [/(?<![\w-])eyJ[\w-]+(?:\.[\w-]*){2,4}/g, '[token]'],
  [/(?<![\w-])[0-9A-Za-z]{33}(?![\w-])/g, '[reference]'],
  [
    /(?<![^\s<>"'(),:;[\]{}\\/=&?])[^\s@<>"'(),:;[\]{}\\/=&?]+@[\p{L}\p{M}\d.-]+\.(?:xn--[a-z\d-]+|\p{L}{2,})/giu,
    '[e-mail]',
  ],
  [/(?<![\w-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/g, orNothing],
  [/(?<![\w-])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?![\w-])/g, orNothing],
]
const URLS = /https?:\/\/[^\s"']+/g
const TELEPHONE = /(?<![\w+])\+\d{8,15}(?!\w)/g

/** Redacts keys, tokens, references, e-mail addresses and tax ids in a text. */
function redactSecrets(text: string): string {
  return REDACTIONS.reduce(
    (redacted, [pattern, by]) =>
      typeof by === 'string' ? redacted.replaceAll(pattern, by) : redacted.replaceAll(pattern, by),
    text,
  )
}

/** Redacts queries of URLs and telephone numbers, too: the message of a library may quote a request. */
export function redactForeignText(text: string): string {
  return redactSecrets(text).replaceAll(URLS, withoutQuery).replaceAll(TELEPHONE, '[telephone]')
}

function withoutQuery(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? url : `${url.slice(0, at)}?…`
}

/** Redacts the strings of a JSON line, so that escape sequences stay whole. */
export function redactLine(line: string): string {
  const fields: unknown = JSON.parse(line, (_name, value: unknown) =>
    typeof value === 'string' ? redactSecrets(value) : value,
  )
  return `${JSON.stringify(fields)}\n`
}
