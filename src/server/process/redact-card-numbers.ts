import { validateCardNumber } from '#domain/methods/card/card-number.ts'

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
