import { asciiDigits } from './ascii-digits.ts'

/** An amount as somebody typed it, in whole units of a currency that is not known yet. */
export interface TypedAmount {
  /** Digits with at most two decimals after a point: `1234.5` for "R$ 1.234,5". Never zero. */
  decimal: string
  /** Whether the text has decimals or a currency. Without both it may be some other number. */
  isMoney: boolean
}

/** Units of the longest amount of a session: 9 999 999 999.99. */
const UNIT_DIGITS_MAX = 10
const CURRENCY = /^(?:R\$|US\$|[$€£¥]|[A-Z]{3}\b)|(?:[$€£¥]|\b[A-Z]{3})$/g
const WITH_COMMA = /^(\d+|\d{1,3}(?:[. ]\d{3})+),(\d{1,2})$/
const WITH_POINT = /^(\d+|\d{1,3}(?:[, ]\d{3})+)\.(\d{1,2})$/
const WHOLE = /^(\d+|\d{1,3}(?:[., ]\d{3})+)$/

/** Reads "259,90", "R$ 1.234,56", "1,234.56 USD" or "80"; undefined for what is no amount. */
export function readTypedAmount(text: string): TypedAmount | undefined {
  const typed = asciiDigits(text).trim()
  const number = typed.replaceAll(CURRENCY, '').trim()
  const match = WITH_COMMA.exec(number) ?? WITH_POINT.exec(number) ?? WHOLE.exec(number)
  if (match === null) return undefined
  const units = (match[1] ?? '').replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  const decimals = match[2] ?? ''
  if (units.length > UNIT_DIGITS_MAX || !/[1-9]/.test(units + decimals)) return undefined
  return {
    decimal: decimals === '' ? units : `${units}.${decimals}`,
    isMoney: decimals !== '' || number !== typed,
  }
}

/** Minor units of a typed amount in a currency of this exponent; undefined where it has more decimals than the currency. */
export function minorOf(decimal: string, exponent: number): number | undefined {
  const [units = '', decimals = ''] = decimal.split('.')
  const needed = decimals.replace(/0{1,4}$/, '')
  if (needed.length > exponent) return undefined
  return Number(units + needed.padEnd(exponent, '0'))
}

/** The characters of a currency around the number: its symbol or code, and spaces. */
const IN_CURRENCY = /[\p{L}\p{Sc}\s]/u
/** Digits, with or without groups of three. */
const UNITS = /^(?:\d+|\d{1,3}(?:[., ]\d{3})+)$/

/**
 * Minor units of an amount that somebody typed in a known currency: "259,90", "259.90" or "1.234,56". A single point or comma
 * before three digits counts as decimal only if it is the decimal sign of the reader's language. Undefined when the text is
 * no such amount.
 */
export function readAmountIn(
  text: string,
  { exponent, decimalSign }: { exponent: number; decimalSign: string },
): number | undefined {
  const number = withoutCurrency(asciiDigits(text).replaceAll('\u00A0', ' '))
  const signs = number.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  const at = last === undefined ? -1 : number.lastIndexOf(last)
  const endsUnits =
    last !== undefined &&
    signs.filter((sign) => sign === last).length === 1 &&
    (signs.length > 1 || last === decimalSign || number.length - at !== 4)
  const units = endsUnits ? number.slice(0, at) : number
  const decimals = endsUnits ? number.slice(at + 1) : ''
  if (!UNITS.test(units) || !/^\d*$/.test(decimals)) return undefined
  const digits = units.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits.length > UNIT_DIGITS_MAX) return undefined
  return minorOf(`${digits}.${decimals}`, exponent)
}

function withoutCurrency(text: string): string {
  const isOfNumber = (sign: string) => !IN_CURRENCY.test(sign)
  const signs = Array.from(text)
  return signs.slice(signs.findIndex(isOfNumber), signs.findLastIndex(isOfNumber) + 1).join('')
}
