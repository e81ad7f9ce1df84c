import { asciiDigits } from '#domain/ascii-digits.ts'

const DIGITS_MAX = 10

/** Centavos of what a payer typed: "25,90", "25.9", "1.025,90" or "25". Undefined for anything else. */
export function readTypedAmount(typed: unknown): number | undefined {
  if (typeof typed !== 'string') return undefined
  const text = asciiDigits(typed).replace(/^R\$/, '').trim()
  const found = /^([\d.,]*?\d)(?:[.,](\d{1,2}))?$/.exec(text)
  const reais = (found?.[1] ?? '').replaceAll(/[.,]/g, '')
  if (reais === '' || reais.length > DIGITS_MAX) return undefined
  return Number(reais) * 100 + Number((found?.[2] ?? '').padEnd(2, '0'))
}
