/**
 * Where a spreadsheet takes a text for a formula (ASVS 1.2.10, full-width forms included): at its beginning, and after each
 * character at which the spreadsheet may split a line, since it asks its user for the separator, and not us.
 */
const FORMULA = /(?=[=+\-@\t\r\n\0＝＋－＠])(?<=(?:^|[,;\t\r\n])"*)/g
const NEEDS_QUOTES = /[",;\r\n\t\0]/

const CONTROL = /[\t\r\n\0]/
const DIGIT = /\p{Nd}/u
const WORD = /\p{L}+/gu
/** Of what a spreadsheet may take for a number, a date or a time, as `5 mar 10:30 PM`. */
const WORDS_MAX = 2
const TRUTH = /^(?:true|false|verdadeiro|falso|verdadero|vrai|faux|wahr|falsch|vero)$/i
/** Of a text in a formula, in Excel. */
const TEXT_LENGTH_MAX = 255

/**
 * A text as a cell of CSV (RFC 4180). CSV injection: a text that a spreadsheet would calculate gets an apostrophe in front.
 * For texts only; a number is written as it is.
 */
export function csvText(text: string): string {
  return quoted(neutral(text))
}

/** A text as a cell of CSV that a spreadsheet keeps as a text: `000123` and `3/4` as formulas whose results are these texts. */
export function spreadsheetText(text: string): string {
  const isKept = text.length > TEXT_LENGTH_MAX || CONTROL.test(text) || neutral(text) !== text
  return !isKept && isConverted(text) ? quoted(`="${text.replaceAll('"', '""')}"`) : csvText(text)
}

function isConverted(text: string): boolean {
  const words = text.match(WORD) ?? []
  return (DIGIT.test(text) && words.length <= WORDS_MAX) || TRUTH.test(text)
}

function neutral(text: string): string {
  return text.replace(FORMULA, "'")
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
