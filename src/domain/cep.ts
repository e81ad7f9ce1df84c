import { asciiDigits } from './ascii-digits.ts'

const CEP = /^(\d{5})[\s.-]*(\d{3})$/

/** Brazil's postal code, "01310-100", of digits of any script; undefined for any other text. */
export function readCep(text: string): string | undefined {
  const [, start, end] = CEP.exec(asciiDigits(text).trim()) ?? []
  return start && `${start}-${end}`
}
