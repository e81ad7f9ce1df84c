/** Where the merchant's shoppers read their clocks. Brazil's capital and banks stand for its four zones. */
export function timeZoneOf(country: string): string {
  return country === 'BR' ? 'America/Sao_Paulo' : 'UTC'
}

/** A point in time with its zone, which the shopper may not share: "November 20, 2026 at 04:42 PM GMT-3". */
export function formatInstant(timestamp: string, locale: string, timeZone: string): string {
  return formatOf(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(timestamp))
}

/** A day of the calendar, `YYYY-MM-DD`, which is the same day in every zone. */
export function formatDay(day: string, locale: string): string {
  return formatOf(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day))
}

const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs forty times what using it does, and there are two for each language and zone. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${options.timeZone} ${options.timeZoneName}`
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(locale, options)
  FORMATS.set(key, format)
  return format
}
