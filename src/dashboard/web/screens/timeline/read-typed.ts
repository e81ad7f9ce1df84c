import { exponentOf } from '#domain/currency.ts'
import { toDecimal } from '#domain/money.ts'
import { readAmountIn } from '#domain/typed-amount.ts'

/** An amount that a person types, `most` until they do; undefined unless it is from one minor unit to `most`. */
export function readTyped(
  text: string | undefined,
  { most, currency, locale }: { most: number; currency: string; locale: string },
): { typed: string; amount: number | undefined } {
  const exponent = exponentOf(currency)
  const decimalSign = decimalSignOf(locale)
  const typed = text ?? toDecimal(most, exponent).replace('.', decimalSign)
  const read = readAmountIn(typed, { exponent, decimalSign })
  return { typed, amount: read !== undefined && read >= 1 && read <= most ? read : undefined }
}

function decimalSignOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}
