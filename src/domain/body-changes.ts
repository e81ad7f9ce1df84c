import { decodeBase64 } from './base64.ts'

/** Changes that frameworks, proxies and editors make to a webhook body, each of which breaks its signature. */
export const BODY_CHANGES = [
  'space_around',
  'byte_order_mark',
  'written_again',
  'text_in_quotes',
  'form_encoded',
  'form_decoded',
  'base64',
  'wrong_charset',
] as const
export type BodyChange = (typeof BODY_CHANGES)[number]

export interface EarlierBody {
  /** The changes that lead from `bytes` to the received body, the last first. */
  changes: BodyChange[]
  bytes: Uint8Array<ArrayBuffer>
}

type Undo = (bytes: Uint8Array, text: string | undefined) => string | Uint8Array | undefined

/** Reverses each change; undefined when the body shows no trace of it. */
const UNDO: Record<BodyChange, Undo> = {
  space_around: (_, text) => text?.replaceAll(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, ''),
  byte_order_mark: (_, text) => (text?.startsWith('\uFEFF') ? text.slice(1) : undefined),
  written_again(_, text) {
    const value = parse(text)
    return typeof value === 'object' && value !== null ? JSON.stringify(inOrder(value)) : undefined
  },
  text_in_quotes(_, text) {
    const value = parse(text)
    return typeof value === 'string' ? value : undefined
  },
  form_encoded(_, text) {
    if (text === undefined || !/^[\w.*+%=-]+$/.test(text) || !text.includes('%7B')) return undefined
    const [, value = ''] = /^(?:[\w-]+=)?([^=]+)=?$/.exec(text) ?? []
    return decodeUri(value.replaceAll('+', ' '))
  },
  // Form decoding turns "+" into a space. Events have a plus only in phone numbers.
  form_decoded: (_, text) => text?.replaceAll(/" (?=\d)/g, '"+'),
  base64: (_, text) => (text === undefined ? undefined : decodeBase64(text.trim())),
  wrong_charset(bytes, text) {
    if (text === undefined) return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    if (!/[^\0-\x7F]/.test(text) || /[^\0-\xFF]/.test(text)) return undefined
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  },
}

const CHANGES_MAX = 2

/** Candidates for the body as it was sent: the received one first, then by number of changes, at most two. */
export function earlierBodies(body: Uint8Array): EarlierBody[] {
  const found: EarlierBody[] = [{ changes: [], bytes: Uint8Array.from(body) }]
  const seen = new Set([keyOf(body)])
  for (const { changes, bytes } of found) {
    if (changes.length === CHANGES_MAX) continue
    const text = decodeUtf8(bytes)
    for (const change of BODY_CHANGES) {
      const undone = UNDO[change](bytes, text)
      if (undone === undefined) continue
      const earlier = typeof undone === 'string' ? new TextEncoder().encode(undone) : undone
      const key = keyOf(earlier)
      if (seen.has(key)) continue
      seen.add(key)
      found.push({ changes: [...changes, change], bytes: Uint8Array.from(earlier) })
    }
  }
  return found
}

/** The property order in which events are serialized. */
const ENVELOPE = ['id', 'type', 'timestamp', 'environment', 'sequence', 'data']
const DATA = ['session', 'payment', 'refund']

function inOrder(value: object): object {
  const ordered = sortedBy(value, ENVELOPE)
  const { data } = ordered
  return typeof data === 'object' && data !== null
    ? { ...ordered, data: sortedBy(data, DATA) }
    : ordered
}

function sortedBy(value: object, names: readonly string[]): Record<string, unknown> {
  const place = (name: string) => (names.indexOf(name) + names.length + 1) % (names.length + 1)
  const entries: [string, unknown][] = Object.entries(value)
  return Object.fromEntries(entries.toSorted(([one], [other]) => place(one) - place(other)))
}

/** Decodes UTF-8 and keeps a byte order mark; undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function keyOf(bytes: Uint8Array): string {
  return bytes.join()
}
