import { exponentOf } from './currency.ts'

/** An amount in integer minor units of an ISO 4217 currency. */
export interface Money {
  amount: number
  currency: string
}

/** Formats an amount for a locale: 25990 BRL in pt-BR is "R$ 259,90". Exact for every safe integer. */
export function formatMoney({ amount, currency }: Money, locale: string): string {
  const exponent = exponentOf(currency)
  const format = formatOf(locale, currency, exponent)
  const text = format.format(toDecimal(amount, exponent))
  return text.includes(RIGHT_TO_LEFT_MARK) ? isolateCurrency(format, amount, exponent) : text
}

/** Intl puts it into amounts of right-to-left languages only. */
const RIGHT_TO_LEFT_MARK = '\u200F'

/** Isolates the currency (UAX #9, FSI and PDI); otherwise the "$" of "R$" moves to the other side of the "R". */
function isolateCurrency(format: Intl.NumberFormat, amount: number, exponent: number): string {
  return format
    .formatToParts(toDecimal(amount, exponent))
    .map(({ type, value }) => (type === 'currency' ? `\u2068${value}\u2069` : value))
    .join('')
}

/** A symbol that names one currency: letters and a dollar sign. */
const OWN_DOLLAR = /^\p{L}+\$$/u

/** Bounds the cache. Constructing a formatter costs forty times what using it does. */
const FORMATS_MAX = 500
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, currency: string, exponent: number): Intl.NumberFormat {
  const name = `${locale} ${currency}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  } as const
  const narrow = new Intl.NumberFormat(locale, { ...options, currencyDisplay: 'narrowSymbol' })
  const symbol = narrow.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
  // "R$" instead of the code that some languages write. "$" alone could be any dollar or peso.
  const made = OWN_DOLLAR.test(symbol) ? narrow : new Intl.NumberFormat(locale, options)
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(name, made)
  return made
}

/** An amount in its currency's form, for logs and messages to developers: `BRL 259.90`, `JPY 500`. */
export function writtenAmount(amountMinor: number, currency: string): string {
  return `${currency} ${toDecimal(amountMinor, exponentOf(currency))}`
}

/**
 * Minor units as a decimal string, without floats: 5 with exponent 2 is "0.05". Throws a RangeError unless the amount is a
 * safe integer that is not negative.
 */
export function toDecimal(amountMinor: number, exponent: number): `${number}` {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError('an amount is a whole number of minor units, not negative')
  }
  const digits = String(amountMinor).padStart(exponent + 1, '0')
  const point = digits.length - exponent
  const decimal = exponent === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return decimal as `${number}`
}

/** Splits an amount into whole parts with the same sum that differ by one unit at most, the larger first. */
export function allocate(amountMinor: number, parts: number): number[] {
  if (!Number.isSafeInteger(parts) || parts < 1)
    throw new RangeError('an amount has one part or more')
  const smallest = Math.floor(amountMinor / parts)
  const larger = amountMinor % parts
  return Array.from({ length: parts }, (_, index) => (index < larger ? smallest + 1 : smallest))
}
