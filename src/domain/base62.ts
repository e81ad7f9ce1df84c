export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BASE62.length
/** A remainder and a word together fit in 31 bits, so that no BigInt is needed, which is four times as slow. */
const WORD_BYTES = 3
const WORD_BITS = 8 * WORD_BYTES

export const base62Pattern = /^[0-9A-Za-z]+$/

/**
 * Writes `bytes`, read as one big-endian number, in exactly `length` Base62 digits, padded with zeros on the left.
 * The alphabet is in ASCII order, so texts of one length sort as their numbers do. Throws a RangeError when the
 * number does not fit.
 */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  const words = wordsOf(bytes)
  let digits = ''
  while (digits.length < length) digits = BASE62.charAt(divide(words)) + digits
  if (words.some((word) => word > 0))
    throw new RangeError(`${bytes.length} bytes do not fit in ${length} Base62 digits`)
  return digits
}

function wordsOf(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(Math.ceil(bytes.length / WORD_BYTES))
  let index = 0
  let rest = bytes.length
  for (const byte of bytes) {
    words[index] = (words[index] ?? 0) * 256 + byte
    rest -= 1
    if (rest % WORD_BYTES === 0) index += 1
  }
  return words
}

/** Divides the number by 62, in place. Returns the remainder, which is the number's last digit. */
function divide(words: Int32Array): number {
  let remainder = 0
  for (let index = 0; index < words.length; index++) {
    const value = (remainder << WORD_BITS) | (words[index] ?? 0)
    // Not Math.floor: this is an integer division.
    const quotient = (value / BASE) | 0
    words[index] = quotient
    remainder = value - quotient * BASE
  }
  return remainder
}
