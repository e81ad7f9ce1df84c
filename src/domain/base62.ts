const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)

export const base62Pattern = /^[0-9A-Za-z]+$/

/**
 * Writes `bytes`, read as one big-endian number, in exactly `length` Base62 digits, padded with zeros on the left.
 * The alphabet is in ASCII order, so texts of one length sort as their numbers do. Throws a RangeError when the
 * number does not fit.
 */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let digits = ''
  while (digits.length < length) {
    digits = ALPHABET.charAt(Number(rest % BASE)) + digits
    rest /= BASE
  }
  if (rest > 0n) throw new RangeError(`${bytes.length} bytes do not fit in ${length} Base62 digits`)
  return digits
}
