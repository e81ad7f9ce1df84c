import { taxIdKind } from '#domain/tax-id.ts'

const LENGTH_MAX = 77
const PHONE = /^\+[1-9]\d{7,14}$/
const EMAIL = /^[^\s@A-Z]+@[^\s@A-Z.]+(?:\.[^\s@A-Z.]+)+$/
const RANDOM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PLAIN_TAX_ID = /^[0-9A-Z]+$/

/** Whether a text is a Pix key as the DICT writes it: CPF or CNPJ without separators, phone with `+55`, e-mail, or UUID. */
export function isPixKey(text: string): boolean {
  if (text.length > LENGTH_MAX) return false
  if (PHONE.test(text) || EMAIL.test(text) || RANDOM.test(text)) return true
  return PLAIN_TAX_ID.test(text) && taxIdKind(text) !== undefined
}
