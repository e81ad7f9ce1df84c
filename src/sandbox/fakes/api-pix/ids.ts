const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
/** No institution has this ISPB. */
const ISPB = '99999990'
const SUFFIX_LENGTH = 11

/** A number from 0 to 1, exclusive. */
export type Random = () => number

export function letters(random: Random, length: number): string {
  const letter = () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))
  return Array.from({ length }, letter).join('')
}

/** `E` (a Pix) or `D` (its refund), ISPB, time in UTC to the minute, 11 letters and digits: 32 characters. */
export function networkId(kind: 'E' | 'D', at: Date, random: Random): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 'yyyyMMddHHmm'.length)
  return `${kind}${ISPB}${minute}${letters(random, SUFFIX_LENGTH)}`
}
