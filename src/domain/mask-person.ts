import type { Customer } from '#contract/session.ts'
import { normalizeTaxId } from './tax-id.ts'

/** Always three, so that the length of the hidden text is not revealed. */
export const HIDDEN = '•••'

/** Enough personal data to recognise a person whose data is known, and too little to guess the rest. */
export interface MaskedPerson {
  email?: string
  name?: string
  phone?: string
  taxId?: string
}

/** `a•••@mail.example`; a text without an at sign is hidden as a whole. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? HIDDEN : `${firstOf(email)}${HIDDEN}${email.slice(at)}`
}

/** `•••.456.•••-••` of a CPF, `••.•••.345/••••-••` of a CNPJ: three digits from the middle. */
export function maskTaxId(taxId: string): string {
  const digits = normalizeTaxId(taxId)
  if (digits.length === 11) return `•••.${digits.slice(3, 6)}.•••-••`
  if (digits.length === 14) return `••.•••.${digits.slice(5, 8)}/••••-••`
  return HIDDEN
}

/** `+55 ••• 5432`: the last four digits, after the country's code where it is Brazil's. */
export function maskPhone(phone: string): string {
  const country = phone.startsWith('+55') ? '+55 ' : ''
  return phone.length < 8 ? HIDDEN : `${country}${HIDDEN} ${phone.slice(-4)}`
}

/** `Ada L•••`: the first name, and a letter of the last. */
export function maskName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || words.length === 1)
    return first === undefined ? HIDDEN : `${firstOf(first)}${HIDDEN}`
  return `${first} ${firstOf(last)}${HIDDEN}`
}

/** Masks a person's data for a reader who has no reason to see it. The address is left out. */
export function maskPerson({ email, name, phone, taxId }: Customer): MaskedPerson {
  return {
    ...(email !== undefined && { email: maskEmail(email) }),
    ...(name !== undefined && { name: maskName(name) }),
    ...(phone !== undefined && { phone: maskPhone(phone) }),
    ...(taxId !== undefined && { taxId: maskTaxId(taxId) }),
  }
}

/** The first letter as a reader sees it, with its accents and joined signs (a grapheme cluster). */
function firstOf(text: string): string {
  const [letter] = new Intl.Segmenter('und').segment(text)
  return letter?.segment ?? ''
}
