import { decodeUtf8 } from './body-changes.ts'

/** The first place at which two bodies differ. */
export interface BodyDifference {
  /** In bytes from the beginning. */
  offset: number
  sent: string
  received: string
  sentBytes: number
  receivedBytes: number
  /** Both say the same as JSON: only the writing differs. */
  sameJson: boolean
}

const BEFORE = 20
const AFTER = 30

/** How a body differs from the one that was sent; undefined when it does not. */
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
  // As a stream, so that a character cut at the end is left out and not shown as damaged.
  return decoder.decode(bytes.subarray(start, offset + AFTER), { stream: true })
}

function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0
}

/** The same text for all ways to write the same JSON. */
function canonical(bytes: Uint8Array): string | undefined {
  try {
    const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, '') ?? ''
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
          )
        : value,
    )
  } catch {
    return undefined
  }
}
