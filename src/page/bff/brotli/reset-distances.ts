/** Spaces that stand before `RESET`. */
export const SPACES_BEFORE = 16

/**
 * The last distances that an encoder has after a run of one byte, oldest first: 15, 11, 4 and 1. The first two are
 * repeated, so that `RESET` ends at a byte boundary.
 */
const DISTANCES = [15, 11, 15, 11, 4, 1] as const
/** The length of each copy in bytes, the shortest that brotli has. */
const COPIED = 2

/** Spaces that `RESET` writes. */
export const SPACES_WRITTEN = DISTANCES.length * COPIED

/** The distance symbols in use, in the order of their prefix codes, each with its least distance; no direct distance codes. */
const SYMBOLS = [
  { symbol: 16, from: 1, extraBits: 1 },
  { symbol: 17, from: 3, extraBits: 1 },
  { symbol: 19, from: 9, extraBits: 2 },
  { symbol: 20, from: 13, extraBits: 3 },
] as const
const ALPHABET_BITS = { literal: 8, command: 10, distance: 6 }
/** The command symbol that inserts no literals and copies two bytes from an explicit distance. */
const COPY_TWO = 128

/**
 * A meta-block (RFC 7932, 9.2 and 9.3) that follows a run of spaces and copies twelve more. After it, a decoder has
 * the same last distances as the encoder at the beginning of a part, whatever came before. Its length is a whole
 * number of bytes.
 */
export const RESET: Buffer = write([
  // Not the last meta-block; a length of 4 nibbles; compressed.
  [0, 1],
  [0, 2],
  [SPACES_WRITTEN - 1, 16],
  [0, 1],
  // One block type of each kind, no postfix bits, no direct distances, one context mode, one tree of each kind.
  [0, 3],
  [0, 2],
  [0, 4],
  [0, 2],
  [0, 2],
  // Simple prefix codes: for one literal, which is unused, for one command, and for four distances with two bits each.
  [1, 2],
  [0, 2],
  [0x20, ALPHABET_BITS.literal],
  [1, 2],
  [0, 2],
  [COPY_TWO, ALPHABET_BITS.command],
  [1, 2],
  [SYMBOLS.length - 1, 2],
  ...SYMBOLS.map(({ symbol }): Field => [symbol, ALPHABET_BITS.distance]),
  [0, 1],
  ...DISTANCES.flatMap(writeDistance),
])

/** A value, and the number of its bits. */
type Field = readonly [value: number, bits: number]

function writeDistance(distance: number): Field[] {
  const code = SYMBOLS.findLastIndex(({ from }) => from <= distance)
  const { from, extraBits } = SYMBOLS[code] ?? SYMBOLS[0]
  // Prefix codes are written from their highest bit, all other values from their lowest.
  return [
    [code >> 1, 1],
    [code & 1, 1],
    [distance - from, extraBits],
  ]
}

function write(fields: readonly Field[]): Buffer {
  const bits = fields.flatMap(([value, bits]) =>
    Array.from({ length: bits }, (_, at) => (value >> at) & 1),
  )
  const bytes = Buffer.alloc(bits.length / 8)
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
  return bytes
}
