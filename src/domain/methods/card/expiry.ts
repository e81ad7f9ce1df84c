/** Month 1 to 12, four-digit year. */
export interface Expiry {
  month: number
  year: number
}

const EXPIRY = /^(?:(0?[1-9]|1[0-2])[\s/.-]+|(0[1-9]|1[0-2]))(20\d\d|\d\d)$/
const HOURS_TO_THE_LAST_TIME_ZONE = 12

/** Parses an expiry as typed or autofilled: "12/34", "1234", "12 / 2034", "1/34". Undefined when malformed. */
export function parseExpiry(text: string): Expiry | undefined {
  const [, separated, joined, year] = EXPIRY.exec(text.trim()) ?? []
  const month = separated ?? joined
  if (month === undefined || year === undefined) return undefined
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

/** Whether the month is over in every time zone, so that no card is refused that is still valid somewhere. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1, HOURS_TO_THE_LAST_TIME_ZONE)
}

/**
 * Input mask of an expiry: a prefix of "MM/YY", or of "MM/20YY" when the century is typed. The slash appears with the
 * year's first digit, so that backspace does not get stuck at it.
 */
export function formatExpiryInput(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  const oneDigitMonth =
    /^\D*[1-9]\D/.test(text) || /^[2-9]/.test(digits) || Number(digits.slice(0, 2)) > 12
  const month = oneDigitMonth ? `0${digits.charAt(0)}` : digits.slice(0, 2)
  const rest = digits.slice(oneDigitMonth ? 1 : 2)
  const year = rest.slice(0, rest.startsWith('20') ? 4 : 2)
  const slash = year !== '' || (month.length === 2 && /\d\D+$/.test(text)) ? '/' : ''
  return month + slash + year
}
