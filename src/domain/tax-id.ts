import { asciiDigits } from './ascii-digits.ts'

export type TaxIdKind = 'cpf' | 'cnpj'

const CPF = /^\d{11}$/
/** May contain letters in the first twelve characters since July 2026 (Receita Federal, IN RFB 2.229/2024). */
const CNPJ = /^[0-9A-Z]{12}\d{2}$/
/** Digits and letters, and what people write between them. */
const WRITTEN = /^[0-9A-Za-z\s./\p{Pd}]*$/u
/** Has valid check digits but is never issued. */
const ONE_DIGIT_REPEATED = /^(\d)\1*$/
const CPF_SEPARATORS: Readonly<Record<number, string>> = { 3: '.', 6: '.', 9: '-' }
const CNPJ_SEPARATORS: Readonly<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' }

/** Keeps digits, as 0 to 9, and letters, in upper case. */
export function normalizeTaxId(text: string): string {
  return asciiDigits(text)
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
}

/** Whether a text is a CPF or a CNPJ; undefined when it is neither, or its check digits are wrong. */
export function taxIdKind(text: string): TaxIdKind | undefined {
  const taxId = normalizeTaxId(text)
  if (!WRITTEN.test(asciiDigits(text))) return undefined
  if (ONE_DIGIT_REPEATED.test(taxId)) return undefined
  if (CPF.test(taxId) && hasCheckDigits(taxId, 11)) return 'cpf'
  if (CNPJ.test(taxId) && hasCheckDigits(taxId, 9)) return 'cnpj'
  return undefined
}

/** Input mask: adds the separators to a complete or partial number: "123.456.789-09", "12.ABC.345/01DE-35". */
export function formatTaxId(text: string): string {
  const taxId = normalizeTaxId(text)
  const separators = /^\d{0,11}$/.test(taxId) ? CPF_SEPARATORS : CNPJ_SEPARATORS
  return Array.from(taxId, (character, index) => (separators[index] ?? '') + character).join('')
}

/** A tax id as people write it, such as "CNPJ 12.345.678/0001-95"; undefined for what is neither CPF nor CNPJ. */
export function nameTaxId(text: string): string | undefined {
  const kind = taxIdKind(text)
  return kind && `${kind.toUpperCase()} ${formatTaxId(text)}`
}

function hasCheckDigits(taxId: string, weightMax: number): boolean {
  const base = taxId.slice(0, -2)
  const first = checkDigit(base, weightMax)
  return taxId === base + first + checkDigit(base + first, weightMax)
}

/** Check digit modulo 11: weights 2 to `weightMax` in turn from the right; a character's value is its code less 48. */
function checkDigit(characters: string, weightMax: number): string {
  const sum = Array.from(characters).reduceRight((sum, character, index) => {
    const weight = 2 + ((characters.length - 1 - index) % (weightMax - 1))
    return sum + (character.charCodeAt(0) - 48) * weight
  }, 0)
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}
