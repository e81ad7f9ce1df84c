import { validateCardNumber } from '../../domain/methods/card/card-number.ts'

/** A text that does not end goes to the end of the line, so that no line is read twice. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|(?<![-.\d])\d{14,19}(?![.\deE])/g
/** Not the middle of an id or of a longer number; a line may have ended before. */
const DIGITS = /(?:(?<![\w-])|(?<=\\[nrt]))\d(?:[ -]?\d){13,18}(?![\w-])/g
const SHOWN = 4

/**
 * A line of JSON without the digits of what may be a card number, by its brand, length and check digit; the last four
 * stay. A second net: nothing should ever log one.
 */
export function redactCardNumbers(line: string): string {
  return line.replaceAll(STRING_OR_NUMBER, (token) => {
    const redacted = token.replaceAll(DIGITS, redactedOne)
    // A number becomes a text, so that the line stays JSON.
    return token.startsWith('"') || redacted === token ? redacted : `"${redacted}"`
  })
}

function redactedOne(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return validateCardNumber(digits) === 'ok' ? `[card …${digits.slice(-SHOWN)}]` : text
}
