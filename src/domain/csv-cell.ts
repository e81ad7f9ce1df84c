/** The characters that a spreadsheet takes for the beginning of a formula, with full-width forms (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/
const NEEDS_QUOTES = /[",;\r\n\t\0]/

/**
 * A text as a cell of CSV (RFC 4180). CSV injection: a text that a spreadsheet would calculate gets an apostrophe in front.
 * For texts only; a number is written as it is.
 */
export function csvText(text: string): string {
  const neutral = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral
}
