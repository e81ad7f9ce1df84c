import { toDecimal } from '#domain/money.ts'

/** Centavos of an amount in the document's form, `\d{1,10}\.\d{2}`; undefined for anything else. */
export function readAmount(text: string): number | undefined {
  return /^\d{1,10}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined
}

/** The amount in the document's form: 25990 centavos are "259.90". */
export function amountText(amountMinor: number): string {
  return toDecimal(amountMinor, 2)
}
