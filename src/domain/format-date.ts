/** The time zone in which a merchant's dates are shown. Brazil has four; its banks use that of São Paulo. */
export function timeZoneOf(country: string): string {
  return country === 'BR' ? 'America/Sao_Paulo' : 'UTC'
}

/** An instant with its zone, since the shopper's may differ: "November 20, 2026 at 04:42 PM GMT-3". */
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
  const key = `${locale} ${options.timeZone} ${options.timeZoneName}`
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(locale, options)
  FORMATS.set(key, format)
  return format
}
