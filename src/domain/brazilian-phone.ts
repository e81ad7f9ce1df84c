import { asciiDigits, digitsOf } from './ascii-digits.ts'

/** Area code and eight digits, or nine that begin with 9. */
const NATIONAL = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/
const DIGITS_MAX = 11
/** What people write between digits, and invisible signs that are copied along. Other signs, as of an extension, are no part. */
const WRITTEN = /^[\d\s()./\p{Pd}\p{Cf}]*$/u
const PLUS = /^[\s\p{Cf}]*[+＋]/u

/** Whether + begins the number, which says its country. */
export function startsWithPlus(text: string): boolean {
  return PLUS.test(text)
}

/** Whether the text has only digits, of any script, and what people write between them. */
export function isOnlyNumber(text: string): boolean {
  return WRITTEN.test(asciiDigits(text).replace(PLUS, ''))
}

/** The number in E.164 of a text that is dialled in Brazil: "(11) 99876-5432" is +5511998765432. Undefined for any other text. */
export function brazilianNumber(text: string): string | undefined {
  const national = brazilianDigits(digitsOf(text))
  return isOnlyNumber(text) && NATIONAL.test(national) ? `+55${national}` : undefined
}

/** Input mask: "(11) 99876-5432", or a prefix of it. Of too many digits it cuts none: they would be another number. */
export function formatBrazilian(digits: string): string {
  const national = brazilianDigits(digits)
  if (national.length > DIGITS_MAX) return national
  const [area, rest] = [national.slice(0, 2), national.slice(2)]
  if (rest === '') return area
  const head = rest.length > 8 ? 5 : 4
  return `(${area}) ${rest.slice(0, head)}${rest.length > head ? `-${rest.slice(head)}` : ''}`
}

/** Without the trunk prefix, and a calling code that was typed without +. */
function brazilianDigits(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').replace(/^55(?=\d{10})/, '')
}
