import { asciiDigits } from '../../ascii-digits.ts'

/** Month 1 to 12, four-digit year. */
export interface Expiry {
  month: number
  year: number
}

const EXPIRY = /^(?:(0?[1-9]|1[0-2])[\s/.-]+|(0[1-9]|1[0-2]))(20\d\d|\d\d)$/
/** Two digits and a separator are a month, even one that does not exist. */
const TWO_DIGIT_MONTH = /^\D*(\d\d)\D/
/** The mask shows the keys "13" as "01 / 3". A separator after that, or two more digits, shows that 13 was meant. */
const WRONG_GUESS = /^0(1)\D+([3-9])(?:\D+|(\d\d))$/
/** An expiry that begins with its year, as in ISO 8601. While it is typed, the mask shows the keys "20" as "02/0". */
const YEAR_FIRST = /^\D*0?2\D*0(\d\d)(\D*)(\d?)(\d?).*$/s
const HOURS_TO_THE_LAST_TIME_ZONE = 12

/** Parses an expiry as typed or autofilled: "12/34", "1234", "12 / 2034", "1/34". Undefined when malformed. */
export function parseExpiry(text: string): Expiry | undefined {
  const [, separated, joined, year] = EXPIRY.exec(text.trim().replace(YEAR_FIRST, '$3$4/$1')) ?? []
  const month = separated ?? joined
  if (month === undefined || year === undefined) return undefined
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

/** Whether the month is over in every time zone, so that no card is refused that is still valid somewhere. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1, HOURS_TO_THE_LAST_TIME_ZONE)
}

/** Whether a month was typed that does not exist. */
export function hasWrongMonth(text: string): boolean {
  return /^(?!0[1-9]|1[0-2])\d\d/.test(text.trim())
}

/**
 * Input mask of an expiry: a prefix of "MM/YY", or of "MM/20YY" when the century is typed. The slash appears with the
 * year's first digit, so that backspace does not get stuck at it. A month that does not exist is kept: "13/" is not a
 * guess of January. An expiry that begins with its year stays so until its month has two digits.
 */
export function formatExpiryInput(input: string): string {
  const typed = asciiDigits(input)
  const [, yearFirst, between, tens, ones] = YEAR_FIRST.exec(typed) ?? []
  if (yearFirst && !ones) return `20${yearFirst}${between || tens ? '/' : ''}${tens}`
  const text = yearFirst ? `${tens}${ones}/${yearFirst}` : typed.replace(WRONG_GUESS, '$1$2/$3')
  const digits = text.replaceAll(/\D/g, '')
  const oneDigitMonth =
    /^\D*[1-9]\D/.test(text) || (!TWO_DIGIT_MONTH.test(text) && /^([2-9]|1[3-9])/.test(digits))
  const month = oneDigitMonth ? `0${digits.charAt(0)}` : digits.slice(0, 2)
  const rest = digits.slice(oneDigitMonth ? 1 : 2)
  const year = rest.slice(0, rest.startsWith('20') ? 4 : 2)
  const slash = year !== '' || (month.length === 2 && /\d\D+$/.test(text)) ? '/' : ''
  return month + slash + year
}
