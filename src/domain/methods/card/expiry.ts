/** Month 1 to 12 and year of four digits. */
export interface Expiry {
  month: number
  year: number
}

const EXPIRY = /^(?:(0?[1-9]|1[0-2])[\s/.-]+|(0[1-9]|1[0-2]))(20\d\d|\d\d)$/
const HOURS_TO_THE_LAST_TIME_ZONE = 12

/** Reads what people write and browsers fill in: "12/34", "1234", "12 / 2034", "1/34". */
export function parseExpiry(text: string): Expiry | undefined {
  const [, separated, joined, year] = EXPIRY.exec(text.trim()) ?? []
  const month = separated ?? joined
  if (month === undefined || year === undefined) return undefined
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

/** Whether the last day of the month is over everywhere on Earth: no card is refused that is still good somewhere. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1, HOURS_TO_THE_LAST_TIME_ZONE)
}

/**
 * What a field shows while an expiry is typed: "MM/YY" as far as it goes, or "MM/20YY" for those who write the century.
 * The slash comes with the year's first digit, so that going back over it does not get stuck.
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
