import { encodeBase62 } from './base62.ts'

/** 192 bits, from key derivation. */
export const REFERENCE_BYTES = 24

export const referencePattern = /^[0-9A-Za-z]{33}$/

/**
 * The opaque reference of a session in the page's URL: 24 bytes in 33 Base62 digits. Throws a RangeError for another number of
 * bytes.
 */
export function formatReference(bytes: Uint8Array): string {
  if (bytes.length !== REFERENCE_BYTES) {
    throw new RangeError(`a reference is made of ${REFERENCE_BYTES} bytes, not of ${bytes.length}`)
  }
  return encodeBase62(bytes, 33)
}
