import { encodeBase62 } from './base62.ts'

/** How many bytes, from a keyed derivation, stand behind a reference: 192 bits. */
export const REFERENCE_BYTES = 24

export const referencePattern = /^[0-9A-Za-z]{33}$/

/** The opaque name of a session in the page's address: 24 bytes in 33 Base62 digits. */
export function formatReference(bytes: Uint8Array): string {
  if (bytes.length !== REFERENCE_BYTES) {
    throw new RangeError(`a reference is made of ${REFERENCE_BYTES} bytes, not of ${bytes.length}`)
  }
  return encodeBase62(bytes, 33)
}
