import { z } from 'zod'
import { toDecimal } from '#domain/money.ts'

const AMOUNT = /^\d{1,10}\.\d{2}$/

/** Parses a decimal amount of reais, as the standard writes it, into centavos. Anything else is refused, never rounded. */
export const Amount = z
  .string()
  .regex(AMOUNT, 'must be an amount such as "259.90"')
  .transform((text) => Number(text.replace('.', '')))

/** Centavos as the standard writes them; undefined for zero, and for more than it can write. */
export function writeAmount(amountMinor: number): string | undefined {
  const text = toDecimal(amountMinor, 2)
  return amountMinor > 0 && AMOUNT.test(text) ? text : undefined
}
