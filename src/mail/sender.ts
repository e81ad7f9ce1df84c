import { Email } from '../contract/values.ts'

/** Who a message says it is from. */
export interface Sender {
  /** Stands instead of the merchant's name when there is one. */
  name: string | null
  address: string
}

const WITH_NAME = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/

/** Reads `recibos@loja.example` or `Loja <recibos@loja.example>`; undefined when it is neither. */
export function parseSender(text: string): Sender | undefined {
  const { name = '', address = text } = WITH_NAME.exec(text.trim())?.groups ?? {}
  const parsed = Email.safeParse(address.trim())
  return parsed.success ? { name: oneLine(name) || null, address: parsed.data } : undefined
}

// Line ends would begin another header; marks of direction turn round what stands beside them (UAX #9).
const NOT_FOR_HEADERS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** What a person wrote, as it may stand in a header. */
export function oneLine(text: string): string {
  return text.replaceAll(NOT_FOR_HEADERS, ' ').replaceAll(/\s+/g, ' ').trim()
}
