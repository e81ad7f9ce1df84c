import { writingsOf, type Encoding } from './encodings.ts'
import type { Secret } from './secrets.ts'

export interface Hit {
  secret: Secret
  encoding: Encoding
  offset: number
}

interface Needle {
  bytes: Buffer
  secret: Secret
  encoding: Encoding
}

const PREFIX_BYTES = 4
const FILTER_BITS = 22
const GOLDEN = 0x9e3779b1

/** Finds every encoding of every secret in one pass over the bytes. */
export type Search = (bytes: Uint8Array) => Hit[]

/**
 * Tens of thousands of texts are searched in hundreds of megabytes: a filter over the first four bytes skips nearly
 * every position at once; the rest is compared.
 */
export function createSearch(secrets: readonly Secret[]): Search {
  const byPrefix = new Map<number, Needle[]>()
  const filter = new Uint8Array(2 ** (FILTER_BITS - 3))
  for (const needle of secrets.flatMap(needlesOf)) {
    const prefix = needle.bytes.readInt32LE(0)
    const others = byPrefix.get(prefix)
    if (others) others.push(needle)
    else byPrefix.set(prefix, [needle])
    const slot = slotOf(prefix)
    filter[slot >>> 3] = (filter[slot >>> 3] ?? 0) | (1 << (slot & 7))
  }

  return (bytes) => {
    const hits: Hit[] = []
    let prefix = 0
    for (let end = 0; end < bytes.length; end++) {
      prefix = (prefix >>> 8) | ((bytes[end] ?? 0) << 24)
      const slot = slotOf(prefix)
      if (((filter[slot >>> 3] ?? 0) & (1 << (slot & 7))) === 0) continue
      const offset = end - PREFIX_BYTES + 1
      if (offset < 0) continue
      for (const { bytes: text, secret, encoding } of byPrefix.get(prefix) ?? [])
        if (startsAt(bytes, offset, text)) hits.push({ secret, encoding, offset })
    }
    return hits
  }
}

function slotOf(prefix: number): number {
  return Math.imul(prefix, GOLDEN) >>> (32 - FILTER_BITS)
}

function startsAt(bytes: Uint8Array, offset: number, text: Buffer): boolean {
  if (offset + text.length > bytes.length) return false
  for (let at = PREFIX_BYTES; at < text.length; at++)
    if (bytes[offset + at] !== text[at]) return false
  return true
}

function needlesOf(secret: Secret): Needle[] {
  const written = new Map<string, Encoding>()
  for (const bytes of secret.plainTexts) written.set(bytes.toString('latin1'), 'plain')
  for (const bytes of secret.texts)
    for (const [text, encoding] of writingsOf(bytes))
      if (!written.has(text)) written.set(text, encoding)
  return Array.from(written, ([text, encoding]) => ({
    bytes: Buffer.from(text, 'latin1'),
    secret,
    encoding,
  }))
}
