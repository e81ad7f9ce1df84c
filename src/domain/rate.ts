const BASIS_POINTS = 10_000

const FORMATS = new Map<string, Intl.NumberFormat>()

/** Formats a rate in basis points for a locale: 199 in pt-BR is "1,99%". */
export function formatRate(basisPoints: number, locale: string): string {
  const format = FORMATS.get(locale) ?? newFormat(locale)
  FORMATS.set(locale, format)
  return format.format(basisPoints / BASIS_POINTS)
}

function newFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
}
