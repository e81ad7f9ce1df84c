import { decodeUtf8 } from './body-changes.ts'
import { canonicalJson } from './canonical-json.ts'

/** The first place at which two bodies differ. */
export interface BodyDifference {
  /** In bytes. */
  offset: number
  sent: string
  received: string
  sentBytes: number
  receivedBytes: number
  /** Whether both are the same JSON value, serialized differently. */
  sameJson: boolean
}

const BEFORE = 20
const AFTER = 30

/** The first byte difference of two bodies, with its surroundings; undefined when they are equal. */
export function bodyDifference(sent: Uint8Array, received: Uint8Array): BodyDifference | undefined {
  const lengthMax = Math.max(sent.length, received.length)
  let offset = 0
  while (offset < lengthMax && sent[offset] === received[offset]) offset++
  if (offset === lengthMax) return undefined
  return {
    offset,
    sent: around(sent, offset),
    received: around(received, offset),
    sentBytes: sent.length,
    receivedBytes: received.length,
    sameJson: canonical(sent) !== undefined && canonical(sent) === canonical(received),
  }
}

function around(bytes: Uint8Array, offset: number): string {
  let start = Math.max(0, offset - BEFORE)
  while (start > 0 && isWithinCharacter(bytes[start])) start--
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  // Decoded as a stream: a character cut at the end is left out instead of becoming U+FFFD.
  return decoder.decode(bytes.subarray(start, offset + AFTER), { stream: true })
}

function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0
}

function canonical(bytes: Uint8Array): string | undefined {
  try {
    const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, '') ?? ''
    return canonicalJson(JSON.parse(text))
  } catch {
    return undefined
  }
}
