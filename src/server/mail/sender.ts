import { oneLine } from '#domain/one-line.ts'
import { Email } from '#contract/values.ts'

/** The From address. */
export interface Sender {
  /** Display name; null for the merchant's name. */
  name: string | null
  address: string
}

const WITH_NAME = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/

/** Parses `recibos@loja.example` or `Loja <recibos@loja.example>`; undefined when it is neither. */
export function parseSender(text: string): Sender | undefined {
  const { name = '', address = text } = WITH_NAME.exec(text.trim())?.groups ?? {}
  const parsed = Email.safeParse(address.trim())
  return parsed.success ? { name: oneLine(name) || null, address: parsed.data } : undefined
}
