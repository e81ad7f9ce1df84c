/** A bar or a space, `width` narrow modules wide. */
export interface Itf25Bar {
  width: number
  black: boolean
}

/** Indexes of each digit's two wide elements of five. */
const WIDE_OF_DIGIT = [
  [2, 3],
  [0, 4],
  [1, 4],
  [0, 1],
  [2, 4],
  [0, 2],
  [1, 2],
  [3, 4],
  [0, 3],
  [1, 3],
] as const
const NARROW = 1
const WIDE = 3
const START = [NARROW, NARROW, NARROW, NARROW]
const STOP = [WIDE, NARROW, NARROW]

/**
 * Interleaved 2 of 5 (ISO/IEC 16390): bars and spaces in turn from the left, without quiet zones. Bars encode the first
 * digit of each pair, the spaces between them the second. Throws a RangeError unless the number of digits is even.
 */
export function itfBars(digits: string): Itf25Bar[] {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('an even number of digits is needed')
  const widths = [...START]
  for (let index = 0; index < digits.length; index += 2) {
    const bars = widthsOf(digits.charAt(index))
    const spaces = widthsOf(digits.charAt(index + 1))
    for (let element = 0; element < 5; element++) {
      widths.push(bars[element] ?? NARROW, spaces[element] ?? NARROW)
    }
  }
  return [...widths, ...STOP].map((width, index) => ({ width, black: index % 2 === 0 }))
}

function widthsOf(digit: string): number[] {
  const wide: readonly number[] = WIDE_OF_DIGIT[Number(digit)] ?? []
  return [0, 1, 2, 3, 4].map((element) => (wide.includes(element) ? WIDE : NARROW))
}
