import { exponentOf, isCurrency } from '#domain/currency.ts'
import { ProcessorRefused } from '../processor.ts'

/** Where Adyen's exponent is not that of ISO 4217. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ['CLP', 2],
  ['CVE', 0],
  ['IDR', 0],
  ['ISK', 2],
])

/** An amount as Adyen writes it, in the minor units that the currency has there. */
export interface AdyenAmount {
  currency: string
  value: number
}

/** Throws `ProcessorRefused` for an amount that Adyen cannot write. */
export function writeAmount(amountMinor: number, currency: string): AdyenAmount {
  const value = scaled(amountMinor, exponentAt(currency) - exponentOf(currency))
  if (value === undefined) throw new ProcessorRefused(`${currency} has no cents at Adyen`)
  return { currency, value }
}

/** Our minor units; undefined for what they cannot express, which is never rounded, and for an unknown currency. */
export function readAmount({ currency, value }: AdyenAmount): number | undefined {
  if (!isCurrency(currency) || !Number.isSafeInteger(value) || value < 0) return undefined
  return scaled(value, exponentOf(currency) - exponentAt(currency))
}

function exponentAt(currency: string): number {
  return EXPONENTS.get(currency) ?? exponentOf(currency)
}

/** Moved by decimal places; undefined where it is no integer then. */
function scaled(amount: number, places: number): number | undefined {
  if (places >= 0) return amount * 10 ** places
  const divisor = 10 ** -places
  return amount % divisor === 0 ? amount / divisor : undefined
}
