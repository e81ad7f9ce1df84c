/** The time zone of a merchant that states none. Brazil has four; its banks use that of São Paulo. */
function timeZoneOf(country: string): string {
  return country === 'BR' ? 'America/Sao_Paulo' : 'UTC'
}

interface ZonedMerchant {
  /** Its own; absent from an older server. */
  timeZone?: string | null | undefined
  country: string
}

/** The time zone of a merchant's reports and of texts for its shoppers: its own, else that of its country. */
export function timeZoneOfMerchant({ timeZone, country }: ZonedMerchant): string {
  return timeZone ?? timeZoneOf(country)
}

/** An instant with its zone, since the shopper's may differ: "Nov 20, 2026, 4:42 PM GMT-3". */
export function formatInstant(timestamp: string, locale: string, timeZone: string): string {
  const options = { ...instantIn(locale), timeZoneName: 'short', timeZone } as const
  return formatOf(locale, options).format(new Date(timestamp))
}

/** An instant for readers in the zone: "Nov 20, 2026, 4:42 PM". */
export function formatLocalInstant(timestamp: string, locale: string, timeZone: string): string {
  return formatOf(locale, { ...instantIn(locale), timeZone }).format(new Date(timestamp))
}

/** The clock time of an instant, with its zone: "4:42 PM GMT-3". */
export function formatTime(timestamp: string, locale: string, timeZone: string): string {
  const options = { ...timeIn(locale), timeZoneName: 'short', timeZone } as const
  return formatOf(locale, options).format(new Date(timestamp))
}

/** The clock time of an instant for readers in the zone: "4:42 PM". */
export function formatLocalTime(timestamp: string, locale: string, timeZone: string): string {
  return formatOf(locale, { ...timeIn(locale), timeZone }).format(new Date(timestamp))
}

function instantIn(locale: string) {
  return { year: 'numeric', month: 'short', day: 'numeric', ...timeIn(locale) } as const
}

function timeIn(locale: string) {
  const { hour12 } = formatOf(locale, { hour: 'numeric' }).resolvedOptions()
  return { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
}

/** The zone's offset from UTC at an instant, in minutes: -180 is GMT-3. */
export function offsetMinutesOf(timestamp: string, timeZone: string): number {
  const parts = formatOf('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(timestamp),
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  // "GMT-03:00"; UTC is "GMT" alone.
  const [hours = 0, minutes = 0] = name.slice(4).split(':').map(Number)
  return (name[3] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** Whether readers of a language are probably in the zone of a merchant: that of most people of its country. */
export function isLikelyLocal(locale: string, merchant: ZonedMerchant): boolean {
  const { country } = merchant
  const timeZone = timeZoneOf(country)
  const isUsual = timeZone !== 'UTC' && timeZone === timeZoneOfMerchant(merchant)
  return isUsual && new Intl.Locale(locale).maximize().region === country
}

/** The day of an instant: "Nov 20, 2026". */
export function formatDayOf(timestamp: string, locale: string, timeZone: string): string {
  return formatOf(locale, { dateStyle: 'medium', timeZone }).format(new Date(timestamp))
}

/** The day of an instant as a form has it: "20/11/2026" in `pt-BR`. */
export function formatNumericDay(timestamp: string, locale: string, timeZone: string): string {
  const options = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone } as const
  return formatOf(locale, options).format(new Date(timestamp))
}

/** A calendar date, `YYYY-MM-DD`, independent of time zones. */
export function formatDay(day: string, locale: string): string {
  return formatOf(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day))
}

const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** Memoized: constructing a formatter costs forty times what using it does. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(locale, options)
  FORMATS.set(key, format)
  return format
}
